// npm run account -- create --email you@example.com --name "Your Name" [--admin | --platform] [--generate]
// npm run account -- end-second-factor --email you@example.com
// Makes an account from the command line: the first one of an installation without the demo, or an administrator. Ends the second factor
// of one whose phone and recovery codes are lost.
import { randomInt } from "node:crypto";
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { parseArgs } from "node:util";
import { createAccount, endSecondFactorOf } from "./domains/identity/index.ts";
import { configOrExit, runCommand, withDatabase } from "./platform/command.ts";

const USAGE = `npm run account -- create --email you@example.com --name "Your Name" [--admin | --platform] [--generate]
  --admin     the account may use the administration
  --platform  the account is a platform operator's
  --generate  makes up a password and prints it instead of asking for one
npm run account -- end-second-factor --email you@example.com
  asks the account for no codes any more and signs it out everywhere; make sure first who asks you for it`;

/** Twenty letters and digits that are not mistaken for one another: about 115 bits. */
function generated(): string {
  const letters = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";
  return Array.from({ length: 20 }, () => letters.charAt(randomInt(letters.length))).join("");
}

/** The password typed twice without being shown; from a pipe, its first line. */
async function askedFor(): Promise<string> {
  if (!process.stdin.isTTY) {
    for await (const line of createInterface({ input: process.stdin })) return line;
    throw new Error("No password came on standard input; --generate makes one up");
  }
  // What readline echoes goes nowhere; the questions are written beside it.
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: process.stdin, output: silent, terminal: true });
  const ask = async (question: string) => {
    process.stdout.write(question);
    const answer = await reader.question("");
    process.stdout.write("\n");
    return answer;
  };
  const password = await ask("Password: ");
  const again = await ask("Again: ");
  reader.close();
  if (password !== again) throw new Error("The two passwords differ");
  return password;
}

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      email: { type: "string" },
      name: { type: "string" },
      admin: { type: "boolean", default: false },
      platform: { type: "boolean", default: false },
      generate: { type: "boolean", default: false },
    },
  });
  const { email, name } = values;
  const what = positionals.join(" ");
  if (what === "end-second-factor" && email !== undefined) {
    const ended = await withDatabase(configOrExit(), ({ db }) => endSecondFactorOf(db, email));
    console.log(ended ? `${email} is asked for no codes any more.` : `${email} has no second factor.`);
    return;
  }
  if (what !== "create" || email === undefined || name === undefined) throw new Error(`Usage:\n${USAGE}`);
  const config = configOrExit();
  const password = values.generate ? generated() : await askedFor();
  await withDatabase(config, ({ db }) =>
    createAccount(db, {
      email,
      display_name: name,
      password,
      kind: values.admin ? "admin" : values.platform ? "platform_operator" : "user",
      password_min: config.PASSWORD_MIN,
    }),
  );
  const as = values.admin ? ", as an administrator" : values.platform ? ", as a platform operator" : "";
  console.log(`${email} can sign in now${as}.`);
  if (values.generate) console.log(`Password: ${password}`);
}

await runCommand(run);
