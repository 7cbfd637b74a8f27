export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { lifecycle } = await import('@/lib/server/lifecycle');
  lifecycle().start();
  const { container } = await import('@/lib/server/container');
  lifecycle().onReady(() => container().agent.startWorker());
  lifecycle().onReady(() => container().jobs.start());
  lifecycle().onShutdown(async () => {
    await Promise.all([container().agent.stopWorker(), container().jobs.stop(), container().closeMcp()]);
  });
}
