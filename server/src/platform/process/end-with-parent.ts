// Loaded into a child process before its own program: ends it when the parent is gone, however that ended.

/** What it does on a signal to end may wait for the parent, which does not come back. */
const END_WITHIN_MS = 1000;

process.on("disconnect", () => {
  setTimeout(() => process.exit(1), END_WITHIN_MS);
  process.kill(process.pid, "SIGTERM");
});
process.channel?.unref();
