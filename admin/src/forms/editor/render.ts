import MarkdownIt from 'markdown-it';

/**
 * Markdown as HTML that may be shown: raw HTML is text, and an address leads to the web, to mail or within the site.
 * Nothing in it carries a style, which the page's content security policy would refuse.
 */
const markdown = new MarkdownIt({ html: false, linkify: true, typographer: false });

const safe = /^(https?:|mailto:|tel:)/i;
const hasScheme = /^[\s\u0000-\u001f]*[a-z][a-z0-9+.-]*:/i; // browsers skip control characters

markdown.validateLink = (address) => safe.test(address) || !hasScheme.test(address);

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

export function rendered(text: string): string {
  return markdown.render(text);
}
