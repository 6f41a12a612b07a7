// A process of its own for tests that kill it: it makes one call to another registry.
// node run-call.ts <database url> <record_uid of the call> <host:port that may be asked>
import { runCall } from "../../src/domains/registry/calls/call.jobs.ts";
import { connect } from "../../src/platform/db.ts";

const [url = "", record_uid = "", host = ""] = process.argv.slice(2);
const { db, close } = connect(url, 2);
await runCall(db, record_uid, [host]);
await close();
