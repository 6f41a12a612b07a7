// For the tests: which modules a screen is made of, and which texts they ask for. Read from the sources.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";

const read = (path: string): string => readFileSync(path, "utf8");

/** The files that an index gives names from, by name. */
function facesOf(index: string): Map<string, string> {
  const found = [...read(index).matchAll(/export (?:type )?\{([^}]*)\} from "([^"]+)"/g)];
  return new Map(
    found.flatMap(([, names = "", path = ""]) =>
      names
        .split(",")
        .map((name): [string, string] => [name.replace(/^\s*type /, "").trim(), join(dirname(index), path)]),
    ),
  );
}

/** The files that a module imports values from, at once or when they are needed; through an index only those it names. */
function importsOf(file: string): string[] {
  const code = read(file);
  const found: string[] = [];
  for (const [, type, names = "", path = ""] of code.matchAll(
    /import\s+(type\s+)?(?:([^"';]*?)\s+from\s+)?"(\.[^"]+\.tsx?)"/g,
  )) {
    const target = join(dirname(file), path);
    if (type !== undefined) continue;
    if (!target.endsWith("/index.ts")) found.push(target);
    else {
      const faces = facesOf(target);
      for (const [, name = ""] of names.replaceAll(/type \w+/g, "").matchAll(/(\w+)/g)) {
        const face = faces.get(name);
        if (face !== undefined) found.push(face);
      }
    }
  }
  for (const [, path = ""] of code.matchAll(/(?:import\(|export [^"]*from )"(\.[^"]+\.tsx?)"/g)) {
    found.push(join(dirname(file), path));
  }
  return found;
}

/**
 * The modules below `root` that the one named needs or may load, without texts, tokens, other screens and the table of
 * addresses, which names them all, and without what loads its texts itself. Names are relative to `root`.
 */
export function modulesOf(root: string, module: string): Set<string> {
  const found = new Set<string>();
  // Windows of the frame, and what it hands to pages, that load their texts themselves.
  const withOwnTexts = [
    "app/rec/help/HelpDrawer.tsx",
    "domains/fleet/aliases/SettingDrawer.tsx",
    "domains/notices/notifications/NotificationsPanel.tsx",
    "domains/reports/data-export/ExportMenu.tsx",
    "domains/reports/portfolio-report/ProjectReports.tsx",
    "domains/registry/plant-certificates/PlantCertificates.tsx",
  ];
  const visit = (file: string) => {
    const name = normalize(relative(root, file));
    const apart = /^app\/(?:routes|screens)|\/tokens\/|(?:^|\/)texts\//.test(name);
    if (apart || found.has(name) || !existsSync(file)) return;
    if (withOwnTexts.includes(name) && name !== module) return;
    if (name.endsWith("Screen.tsx") && name !== module && name.startsWith("domains/monitoring")) return;
    found.add(name);
    for (const next of importsOf(file)) visit(next);
  };
  visit(join(root, module));
  return found;
}

/** The keys among `keys` that a module asks for: written out, or by how they begin. */
export function textKeysIn(file: string, keys: readonly string[]): string[] {
  const code = read(file);
  const written = new Set([...code.matchAll(/"((?:[^"\\\n]|\\.)*)"/g)].map(([, text]) => text));
  const begun = [...code.matchAll(/`([A-Za-z]\w*\.[\w.]*)\$\{/g)].map(([, start = ""]) => start);
  return keys.filter((key) => written.has(key) || begun.some((start) => key.startsWith(start)));
}
