// Life cycles of records as a page with diagrams.
import {
  accountStatesFor,
  businessAccountLife,
  type AccountDeed,
  type RecordLife,
  type RecordParty,
  type RecordState,
} from "@heliograph/contract";

const ROLE = {
  trader: "trader",
  account_manager: "account manager",
  viewer: "viewer",
  issuer: "issuer",
  platform_operator: "platform operator",
  system: "system",
} as const;

/** The page as Markdown: for each life cycle a Mermaid diagram, who must act in which state until when, and its actions. */
export function lifeCyclesPage(lives: readonly RecordLife[]): string {
  const sections = lives.toSorted((a, b) => (a.noun < b.noun ? -1 : 1)).map(section);
  return `# Life cycles

Written from the contract by \`npm run life-cycles\`. Server, screens and this page read the same tables (decision 0123).
"2 persons": a second one sees what the first proposed and confirms exactly that within 72 hours, or sets it aside (decision 0147). "password": it was
given in the last minutes. People of a business account act while it is Active; "also Suspended": then too (decision 0145). "the same": the record stays in its state and keeps its time limit.
"quiet": nobody is told of it aloud; of all else whoever must act next, and those whom it concerns, are (decision 0150).

${sections.join("\n")}`;
}

function section(life: RecordLife): string {
  return `## ${life.noun}

${diagram(life)}

Begun by: ${life.begins.map((role) => ROLE[role]).join(", ")}.

${table(["State", "Shown as", "Tab", "Who must act next", "Until", "Then"], states(life))}

${table(["Action", "From", "To", "Who may", "Needs"], actions(life))}
`;
}

function diagram({ states: names, actions: all }: RecordLife): string {
  const [first = ""] = names;
  const moves = Object.entries(all).flatMap(([action, { from, to }]) =>
    from.map((state) => `  ${state} --> ${to === "same" ? state : to}: ${action}`),
  );
  return ["```mermaid", "stateDiagram-v2", `  [*] --> ${first}`, ...moves, "```"].join("\n");
}

const states = ({ states: names, state }: RecordLife): string[][] =>
  names.map((name) => {
    const facts: RecordState = state[name] ?? { label: name };
    const { next } = facts;
    return [
      `\`${name}\``,
      facts.label,
      facts.tab === null ? "only All" : `\`${facts.tab ?? name}\``,
      next === undefined ? "–" : `${firstWords(next.first)}${ROLE[next.by]}${ofParty(next.of)}`,
      next?.within === undefined ? "–" : `${next.within.count} ${next.within.unit.replace("_", " ")}`,
      next?.otherwise === undefined ? "–" : `\`${next.otherwise}\``,
    ];
  });

const actions = ({ actions: all }: RecordLife): string[][] =>
  Object.entries(all).map(([name, { from, to, by, of, reason, people, confirmed, quiet, deed }]) => [
    `\`${name}\``,
    from.map((state) => `\`${state}\``).join(", "),
    to === "same" ? "the same" : `\`${to}\``,
    `${by.map((role) => ROLE[role]).join(", ")}${ofParty(of)}`,
    [
      ...(reason === undefined ? [] : [`a reason of ${reason} characters`]),
      ...(people === undefined ? [] : ["2 persons"]),
      ...(confirmed === undefined ? [] : ["password"]),
      ...(quiet === undefined ? [] : ["quiet"]),
      ...(deed === undefined ? [] : alsoIn(deed)),
    ].join(", ") || "–",
  ]);

/** States beside Active in which an account may do it, by their labels. */
function alsoIn(deed: AccountDeed): string[] {
  const usual = accountStatesFor("act");
  const more = accountStatesFor(deed).filter((state) => !usual.includes(state));
  const labels = more.map((state) => businessAccountLife.state[state].label);
  return labels.length === 0 ? [] : [`also ${labels.join(", ")}`];
}

const firstWords = (first: NonNullable<RecordState["next"]>["first"]): string =>
  first === undefined ? "" : `${ROLE[first.by]} where \`${first.action}\` is needed first, else `;

const ofParty = (of: RecordParty | undefined): string => (of === undefined ? "" : ` of the ${of}`);

/** A table whose columns are as wide as their longest cell. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, i) => Math.max(title.length, 3, ...rows.map((row) => row[i]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(" | ")} |`;
  return [line(head), `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`, ...rows.map(line)].join(
    "\n",
  );
}
