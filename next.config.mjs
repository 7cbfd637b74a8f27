/** @type {import('next').NextConfig} */
export default {
  // Each build has a folder of its own, so that building never breaks an app that is running.
  distDir: process.env.METONA_DIST_DIR ?? '.next',
  poweredByHeader: false,
  productionBrowserSourceMaps: false,
  reactStrictMode: true,
  devIndicators: false,
  compress: true,
  images: { unoptimized: true },
  // `npm run check` checks the types; doing it again here would double the time of the first start.
  typescript: { ignoreBuildErrors: true },
  serverExternalPackages: [
    '@node-rs/argon2',
    '@prisma/adapter-pg',
    '@prisma/client',
    '@prisma/driver-adapter-utils',
    '@prisma/schema-engine-wasm',
    'pg',
    'pg-boss',
    'pino',
    'undici',
  ],
  // The proxy sees pages alone; files of the build get this here.
  headers: async () => [
    { source: '/_next/static/:path*', headers: [{ key: 'X-Content-Type-Options', value: 'nosniff' }] },
  ],
  experimental: { preloadEntriesOnStart: false },
};
