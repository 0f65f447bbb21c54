// What every cell sees. A line whose class does not exist is left out.
import java.io.*;
import java.math.*;
import java.nio.file.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.function.*;
import java.util.regex.*;
import java.util.stream.*;
import org.etude.*;
import org.etude.plot.*;
import org.etude.sim.Fidelity;
import org.etude.unit.*;
import tech.tablesaw.api.*;
import static org.etude.notebook.eval.CellFunctions.*;
import static org.etude.notebook.kernel.KernelFunctions.*;
import static org.etude.unit.Units.*;
import static org.etude.sim.network.packet.CongestionControl.*;
import static org.etude.sim.collective.AlgorithmSpec.Kind.*;
