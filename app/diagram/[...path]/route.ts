import { serveDiagram } from '@/lib/server/diagram/serve-diagram';

interface DiagramRoute {
  readonly params: Promise<{ path: string[] }>;
}

export async function GET(_request: Request, { params }: DiagramRoute): Promise<Response> {
  return serveDiagram((await params).path);
}
