import MarkdownIt from 'markdown-it';

/**
 * Markdown as HTML that may be shown: raw HTML is text, and an address leads to the web, to mail or within the site.
 * Nothing in it carries a style, which the page's content security policy would refuse.
 */
const markdown = new MarkdownIt({ html: false, linkify: true, typographer: false });

const safe = /^(https?:|mailto:|tel:)/i;
const hasScheme = /^[\s\u0000-\u001f]*[a-z][a-z0-9+.-]*:/i; // browsers skip control characters

const media = /^media:([\w-]+)$/;

markdown.validateLink = (address) => safe.test(address) || media.test(address) || !hasScheme.test(address);

markdown.core.ruler.push('quiet', ({ tokens }) => {
  for (const token of tokens.flatMap((each) => [each, ...(each.children ?? [])])) {
    const style = token.attrGet('style');
    if (style) {
      token.attrs = (token.attrs ?? []).filter(([name]) => name !== 'style');
      token.attrSet('align', String(style).replace('text-align:', ''));
    }
    if (token.type === 'link_open') {
      token.attrSet('target', '_blank');
      token.attrSet('rel', 'noopener noreferrer nofollow');
    }
  }
});

/** Where a file of the library is; undefined while nobody knows. */
export type MediaAddress = (id: string) => { url: string; width?: number | undefined; height?: number | undefined } | undefined;

/** Every picture and link to the library leads to its file, and nowhere where there is none. */
markdown.core.ruler.push('media', ({ tokens, env }) => {
  const { address } = env as unknown as Env;
  for (const token of tokens.flatMap((each) => each.children ?? [])) {
    const name = token.type === 'image' ? 'src' : 'href';
    const [, id] = media.exec(String(token.attrGet(name) ?? '')) ?? [];
    if (id === undefined) continue;
    token.meta = { ...(token.meta as object | null), media: id };
    const { url, width, height } = address(id) ?? {};
    token.attrs = (token.attrs ?? []).filter(([each]) => each !== name);
    if (url !== undefined) token.attrSet(name, url);
    else token.attrSet('data-missing', '');
    if (token.type !== 'image' || width === undefined || height === undefined) continue;
    token.attrSet('width', String(width));
    token.attrSet('height', String(height));
  }
});

/** The ids of the files that a text shows or leads to, each once. */
export function mediaIn(text: string): string[] {
  const found = markdown.parse(text, { address: () => undefined } satisfies Env).flatMap(({ children }) => children ?? []);
  return [...new Set(found.flatMap(({ meta }) => (isNamed(meta) ? [meta.media] : [])))];
}

interface Env {
  address: MediaAddress;
}

const isNamed = (meta: unknown): meta is { media: string } => typeof meta === 'object' && meta !== null && 'media' in meta;

export function rendered(text: string, address: MediaAddress = () => undefined): string {
  return markdown.render(text, { address } satisfies Env);
}
