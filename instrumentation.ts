export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { lifecycle } = await import('@/lib/server/lifecycle');
  lifecycle().start();
}
