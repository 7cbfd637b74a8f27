import type { Token, Tokens } from 'marked';
import { Fragment, type ReactNode } from 'react';
import { parseSourceLink } from '@/lib/ir/source-link';
import { Citation } from './citation';
import { decodeEntities } from './decode-entities';
import { ExternalLink } from './external-link';
import { FootnoteReference } from './footnote';
import { MarkdownImage } from './markdown-image';
import { Formula } from './math/formula';

const lineBreak = /^<br\s*\/?>$/i;

export function InlineTokens({ tokens }: { tokens: readonly Token[] | undefined }): ReactNode {
  return tokens?.map((token, index) => <Fragment key={index}>{renderInline(token as Tokens.Generic)}</Fragment>);
}

function renderInline(token: Tokens.Generic): ReactNode {
  switch (token.type) {
    case 'text':
      return token.tokens === undefined ? decodeEntities(token.text) : <InlineTokens tokens={token.tokens} />;
    case 'escape':
      return token.text;
    case 'strong':
      return (
        <strong className="font-semibold">
          <InlineTokens tokens={token.tokens} />
        </strong>
      );
    case 'em':
      return (
        <em>
          <InlineTokens tokens={token.tokens} />
        </em>
      );
    case 'del':
      return (
        <del>
          <InlineTokens tokens={token.tokens} />
        </del>
      );
    case 'codespan':
      return <code className="rounded bg-code px-1 py-0.5 font-mono text-[0.86em] text-cyan">{token.text}</code>;
    case 'br':
      return <br />;
    case 'checkbox':
      return <input type="checkbox" checked={token.checked === true} readOnly disabled className="mr-2 align-[-1px]" />;
    case 'link': {
      const source = parseSourceLink(token.href);
      if (source !== null) return <Citation link={source} text={decodeEntities(token.text)} />;
      return (
        <ExternalLink href={token.href} text={token.text}>
          <InlineTokens tokens={token.tokens} />
        </ExternalLink>
      );
    }
    case 'image':
      return <MarkdownImage href={token.href} description={decodeEntities(token.text)} />;
    case 'math':
      return <Formula tex={token.tex} isDisplay={token.isDisplay} />;
    case 'footnote-reference':
      return <FootnoteReference id={token.id} raw={token.raw} />;
    case 'html':
      return lineBreak.test(token.raw) ? <br /> : token.raw;
    default:
      return token.raw;
  }
}
