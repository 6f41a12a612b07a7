// Loaded into a child process before its own program: ends it when the parent is gone, however that ended.
process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));
process.channel?.unref();
