@echo off
rem Runs Etude; builds it first when the jar is missing or older than its sources. The Windows twin of "etude".
rem Looked at: JAVA_HOME (else java on the PATH, 17 or newer), ETUDE_JAVA_OPTS (more JVM options, e.g. -Xmx48g).
setlocal EnableExtensions DisableDelayedExpansion
set "HOME_DIR=%~dp0"
set "RUN_DIR=%HOME_DIR%target\launch"
set "JAR=%RUN_DIR%\etude.jar"
set "LOCK=%HOME_DIR%target\launch.lock"

if defined JAVA_HOME (set "JAVA=%JAVA_HOME%\bin\java.exe") else (set "JAVA=java.exe")
"%JAVA%" -version >nul 2>&1
if errorlevel 1 (
  echo etude: no Java found; Etude needs JDK 17 or newer: winget install EclipseAdoptium.Temurin.21.JDK 1>&2
  exit /b 69
)
set "VERSION="
set "MAJOR=0"
for /f tokens^=2^ delims^=^" %%v in ('"%JAVA%" -version 2^>^&1 ^| findstr /c:"version"') do if not defined VERSION set "VERSION=%%v"
for /f "tokens=1 delims=.-+" %%m in ("%VERSION%") do set "MAJOR=%%m"
if %MAJOR% LSS 17 (
  echo etude: Java %VERSION% found; Etude needs 17 or newer: winget install EclipseAdoptium.Temurin.21.JDK 1>&2
  exit /b 69
)

call :stale
if errorlevel 1 goto run
call :build
if errorlevel 1 exit /b 69

:run
set "UNSAFE="
if %MAJOR% GEQ 23 set "UNSAFE=--sun-misc-unsafe-memory-access=allow"
rem The same choice as in "etude": the optimising compiler only where a run may be long, and late.
set "TUNING=-XX:+UseSerialGC -XX:TieredStopAtLevel=1"
for %%c in (simulate run demo sweep plot calibrate parallelize scale astra-sim simai-analytical simai-simulator triosim conformance notebook) do if /i "%~1"=="%%c" set "TUNING=-XX:+UseParallelGC -XX:Tier4InvocationThreshold=100000 -XX:Tier4MinInvocationThreshold=12000 -XX:Tier4CompileThreshold=300000 -XX:Tier4BackEdgeThreshold=800000"
set "TUNING=%TUNING% -XX:Tier3InvocationThreshold=1000 -XX:Tier3MinInvocationThreshold=500 -XX:Tier3CompileThreshold=5000 -XX:Tier3BackEdgeThreshold=120000"
set "TUNING=%TUNING% -XX:CompileCommand=quiet"
for %%m in (HostNic.kick HostNic.choose HostNic.sendData SwitchFabric.forward SwitchFabric.kick SwitchFabric.send LinkTransmitter.transmit RdmaEndpoint.receive) do call set "TUNING=%%TUNING%% -XX:CompileCommand=dontinline,org/etude/network/packet/device/%%m"
"%JAVA%" %UNSAFE% %TUNING% -Xshare:auto -Xlog:disable -XX:MaxRAMPercentage=60 -Dfile.encoding=UTF-8 "-Detude.home=%HOME_DIR%." %ETUDE_JAVA_OPTS% -jar "%JAR%" %*
exit /b %ERRORLEVEL%

rem Exit status 0 when a build is due: no jar, or a file of src\main or pom.xml that is newer than the stamp.
:stale
if not exist "%HOME_DIR%pom.xml" exit /b 1
if not exist "%JAR%" exit /b 0
if not exist "%RUN_DIR%\built" exit /b 0
powershell -NoProfile -Command "$t=(Get-Item -LiteralPath $env:RUN_DIR\built).LastWriteTimeUtc; $f=@(Get-Item -LiteralPath ($env:HOME_DIR+'pom.xml'))+@(Get-ChildItem -LiteralPath ($env:HOME_DIR+'src\main') -Recurse); if ($f | Where-Object { $_.LastWriteTimeUtc -gt $t } | Select-Object -First 1) { exit 0 } else { exit 1 }"
exit /b %ERRORLEVEL%

:build
where mvn >nul 2>&1
if errorlevel 1 (
  echo etude: Etude must be built and Maven is missing: choco install maven ^(or: scoop install maven^) 1>&2
  exit /b 1
)
if not exist "%HOME_DIR%target" mkdir "%HOME_DIR%target"
set /a WAITED=0
:lock
mkdir "%LOCK%" 2>nul && goto locked
if %WAITED% EQU 0 echo etude: waiting for the build that another launch has begun 1>&2
set /a WAITED+=1
if %WAITED% GTR 900 (
  echo etude: the build lock "%LOCK%" is held since 15 minutes; if nothing builds there, remove it 1>&2
  exit /b 1
)
ping -n 2 127.0.0.1 >nul
goto lock
:locked
call :stale
if errorlevel 1 goto unlock
echo etude: building (once; the first time Maven downloads the libraries) 1>&2
if not exist "%RUN_DIR%\lib" mkdir "%RUN_DIR%\lib"
type nul >"%RUN_DIR%\begun"
pushd "%HOME_DIR%"
call mvn -B -q -Dstyle.color=never -Dmaven.test.skip=true package 1>&2
set "BUILT=%ERRORLEVEL%"
popd
if not %BUILT% EQU 0 (
  echo etude: the build failed; the reason stands above 1>&2
  rmdir /s /q "%LOCK%"
  exit /b 1
)
copy /y "%HOME_DIR%target\lib\*.jar" "%RUN_DIR%\lib" >nul
copy /y "%HOME_DIR%target\etude.jar" "%JAR%" >nul
move /y "%RUN_DIR%\begun" "%RUN_DIR%\built" >nul
:unlock
rmdir /s /q "%LOCK%"
exit /b 0
