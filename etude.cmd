@echo off
rem Runs Etude; builds it first when the jar is missing or older than its sources. The Windows twin of "etude".
rem Looked at: JAVA_HOME (else java on the PATH, 17 or newer), ETUDE_JAVA_OPTS (more JVM options, e.g. -Xmx48g), ETUDE_SPARK (the
rem spark\target of a clone, for --on).
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
rem The outer quotes are those that cmd takes off the command of a "for /f"; without them a path with blanks and brackets fails.
for /f tokens^=2^ delims^=^" %%v in ('^""%JAVA%" -version 2^>^&1 ^| findstr version^"') do if not defined VERSION set "VERSION=%%v"
for /f "tokens=1 delims=.-+" %%m in ("%VERSION%") do set "MAJOR=%%m"
if %MAJOR% LSS 17 (
  echo etude: Java %VERSION% found; Etude needs 17 or newer: winget install EclipseAdoptium.Temurin.21.JDK 1>&2
  exit /b 69
)

set "UNSAFE="
if %MAJOR% GEQ 23 set "UNSAFE=--sun-misc-unsafe-memory-access=allow"
set "ARCHIVE=%RUN_DIR%\etude-%VERSION%.jsa"
set "ARCHIVE_OUTPUT=-XX:ArchiveClassesAtExit="
set "ARCHIVE_INPUT=-XX:SharedArchiveFile="
rem Before JDK 21 a method that waits for its compiler when the archive is written is never compiled later; see "etude".
set "SETTLED="
if %MAJOR% LSS 21 set "SETTLED=-Xbatch -XX:TieredStopAtLevel=1"
set "REPLAY=-XX:+IgnoreUnrecognizedVMOptions -XX:+UnlockDiagnosticVMOptions -XX:ArchiveRelocationMode=0"
if %MAJOR% LSS 25 goto archived
set "ARCHIVE=%RUN_DIR%\etude-%VERSION%.aot"
set "ARCHIVE_OUTPUT=-XX:AOTCacheOutput="
set "ARCHIVE_INPUT=-XX:AOTCache="
set "REPLAY=%REPLAY% -XX:-AOTReplayTraining"

:archived
call :stale
if errorlevel 1 goto built
call :build
if errorlevel 1 exit /b 69

:built
rem The JVM's archive of loaded classes, one for each JDK; see "etude".
if not exist "%ARCHIVE%" if exist "%JAR%" call :archive
rem The same choice as in "etude": the optimising compiler only where a run may be long, and late.
set "COLLECTOR=-XX:+UseSerialGC -XX:PretenureSizeThreshold=256k"
set "TUNING=-XX:TieredStopAtLevel=1 -XX:Tier3BackEdgeThreshold=20000"
for %%c in (simulate run demo sweep plot calibrate parallelize scale astra-sim simai-analytical simai-simulator triosim conformance notebook) do if /i "%~1"=="%%c" goto long_run
goto tuned

:long_run
set "COLLECTOR=-XX:+UseParallelGC"
if "%NUMBER_OF_PROCESSORS%"=="1" set "COLLECTOR=-XX:+UseSerialGC"
set "TUNING=-XX:Tier4InvocationThreshold=100000 -XX:Tier4MinInvocationThreshold=12000 -XX:Tier4CompileThreshold=300000 -XX:Tier4BackEdgeThreshold=800000 -XX:CompileCommand=quiet"
for %%m in (HostNic.kick HostNic.choose HostNic.sendData SwitchFabric.forward SwitchFabric.kick SwitchFabric.send LinkTransmitter.transmit RdmaEndpoint.receive) do call set "TUNING=%%TUNING%% -XX:CompileCommand=dontinline,org/etude/network/packet/device/%%m"

:tuned
rem Of two thresholds the last counts.
set "TUNING=-XX:Tier3InvocationThreshold=1000 -XX:Tier3MinInvocationThreshold=500 -XX:Tier3CompileThreshold=5000 -XX:Tier3BackEdgeThreshold=120000 %TUNING%"
rem The JVM takes one collector: the user's, where there is one.
if defined ETUDE_JAVA_OPTS if not "%ETUDE_JAVA_OPTS:-XX:+Use=%"=="%ETUDE_JAVA_OPTS%" if not "%ETUDE_JAVA_OPTS:GC=%"=="%ETUDE_JAVA_OPTS%" set "COLLECTOR="
rem As in "etude": what works on a cluster has Spark on the class path, once that optional part is built (docs/spark.md).
set "OPENS="
set "SPARK=%HOME_DIR%spark\target"
if defined ETUDE_SPARK set "SPARK=%ETUDE_SPARK%"
if exist "%SPARK%\etude-spark.jar" call :cluster %*
if defined OPENS goto clustered
"%JAVA%" %COLLECTOR% %TUNING% %REPLAY% %UNSAFE% "%ARCHIVE_INPUT%%ARCHIVE%" -Xlog:disable -XX:-UsePerfData -XX:MaxRAMPercentage=60 -Dfile.encoding=UTF-8 "-Detude.home=%HOME_DIR%." %ETUDE_JAVA_OPTS% -jar "%JAR%" %*
exit /b %ERRORLEVEL%
:clustered
"%JAVA%" %COLLECTOR% %TUNING% %REPLAY% %UNSAFE% "%ARCHIVE_INPUT%%ARCHIVE%" -Xlog:disable -XX:-UsePerfData -XX:MaxRAMPercentage=60 -Dfile.encoding=UTF-8 "-Detude.home=%HOME_DIR%." %OPENS% %ETUDE_JAVA_OPTS% -cp "%SPARK%\dist\jars\*;%SPARK%\etude-spark.jar;%JAR%" org.etude.cli.Main %*
exit /b %ERRORLEVEL%

rem Sets OPENS when one of the arguments is --on; cmd splits --on=MASTER at its sign.
:cluster
if "%~1"=="" exit /b 0
if not "%~1"=="--on" (
  shift
  goto cluster
)
for %%o in (java.lang java.lang.invoke java.io java.net java.nio java.util java.util.concurrent sun.nio.ch sun.util.calendar) do call set "OPENS=%%OPENS%% --add-opens=java.base/%%o=ALL-UNNAMED"
if %MAJOR% GEQ 24 set "OPENS=%OPENS% --enable-native-access=ALL-UNNAMED"
exit /b 0

rem Made by a rehearsal; without it everything works. An empty one is passed over, and not tried again.
:archive
"%JAVA%" -XX:+UseSerialGC %SETTLED% "%ARCHIVE_OUTPUT%%ARCHIVE%" %UNSAFE% -Xlog:disable "-Detude.home=%HOME_DIR%." -cp "%JAR%" org.etude.cli.Rehearsal "%HOME_DIR%." >nul 2>&1 <nul
if not exist "%ARCHIVE%" type nul >"%ARCHIVE%" 2>nul
exit /b 0

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
copy /y "%HOME_DIR%target\lib\*.jar" "%RUN_DIR%\lib" >nul && copy /y "%HOME_DIR%target\etude.jar" "%JAR%" >nul
if errorlevel 1 (
  echo etude: cannot replace the jars in "%RUN_DIR%"; end what runs from there, or free space on the disk 1>&2
  rmdir /s /q "%LOCK%"
  exit /b 1
)
del /q "%RUN_DIR%\etude*.jsa" "%RUN_DIR%\etude*.aot" 2>nul
move /y "%RUN_DIR%\begun" "%RUN_DIR%\built" >nul
:unlock
rmdir /s /q "%LOCK%"
exit /b 0
