import 'server-only';
import {
  CannotImport,
  type ConvertedMessage,
  type ConvertedPart,
  joinParts,
  maxMessageCharacters,
  maxMessages,
} from './converted';

/** A node of another product's tree; without a part there is nothing to show, and what follows moves up. */
export interface SourceNode {
  readonly id: string;
  readonly parentId: string | null;
  readonly part: ConvertedPart | null;
}

interface Visit {
  readonly node: SourceNode;
  /** The last message shown above it. */
  readonly above: number | null;
  /** Nothing branches off between that message and this node. */
  readonly isAlone: boolean;
}

export interface Tree {
  readonly messages: ConvertedMessage[];
  readonly head: number;
}

/** One answer that was kept in several nodes: thoughts, calls, results, text. */
function merged(before: ConvertedMessage, after: ConvertedPart): ConvertedMessage {
  const thinking = joinParts([before.thinking, after.thinking]);
  const content = joinParts([before.content, after.content]);
  if (content.length > maxMessageCharacters) throw new CannotImport('message_too_long');
  return {
    ...before,
    content,
    ...(thinking !== '' && { thinking }),
    model: after.model ?? before.model,
  };
}

function childrenOf(nodes: ReadonlyMap<string, SourceNode>): Map<string | null, SourceNode[]> {
  const children = new Map<string | null, SourceNode[]>();
  for (const node of nodes.values()) {
    const parent = node.parentId !== null && nodes.has(node.parentId) ? node.parentId : null;
    const siblings = children.get(parent);
    if (siblings) siblings.push(node);
    else children.set(parent, [node]);
  }
  return children;
}

/** The end of the newest branch, when the file does not say which one is in use. */
function newestLeaf(messages: readonly ConvertedMessage[]): number {
  const withFollower = new Set(messages.map((message) => message.parent));
  let best = messages.length - 1;
  let bestAt = Number.NEGATIVE_INFINITY;
  for (const [index, { at }] of messages.entries()) {
    if (withFollower.has(index) || (at ?? 0) < bestAt) continue;
    best = index;
    bestAt = at ?? 0;
  }
  return best;
}

/**
 * The tree as messages, parents before what follows them. Parents alone are believed: lists of children may lie. A node
 * whose parent is unknown begins a conversation; nodes that only lead to each other are a loop.
 */
export function flattenTree(given: readonly SourceNode[], options: { current: string | null; merge: boolean }): Tree {
  const nodes = new Map(given.map((node) => [node.id, node]));
  const children = childrenOf(nodes);
  const messages: ConvertedMessage[] = [];
  const shownAt = new Map<string, number | null>();
  const roots = children.get(null) ?? [];
  const visits: Visit[] = roots.toReversed().map((node) => ({ node, above: null, isAlone: false }));
  for (let visit = visits.pop(); visit !== undefined; visit = visits.pop()) {
    const { node, above, isAlone } = visit;
    const before = above === null ? undefined : messages[above];
    let here = above;
    if (node.part !== null) {
      const belongs = options.merge && isAlone && before?.role === 'assistant' && node.part.role === 'assistant';
      if (belongs && before && above !== null) messages[above] = merged(before, node.part);
      else here = messages.push({ ...node.part, parent: above }) - 1;
    }
    if (messages.length > maxMessages) throw new CannotImport('too_many_messages');
    shownAt.set(node.id, here);
    const next = children.get(node.id) ?? [];
    const follows = next.length === 1 && (node.part !== null || isAlone);
    for (const child of next.toReversed()) visits.push({ node: child, above: here, isAlone: follows });
  }
  for (const node of nodes.values()) if (node.part !== null && !shownAt.has(node.id)) throw new CannotImport('loop');
  if (messages.length === 0) throw new CannotImport('empty');
  const current = options.current === null ? null : shownAt.get(options.current);
  return { messages, head: current ?? newestLeaf(messages) };
}
