import MarkdownIt, { type StateBlock, type StateInline } from 'markdown-it';

/**
 * Markdown as the service reads it: CommonMark with the tables, strikethrough and autolinks of GitHub, and footnotes.
 * Addresses stay as they are written, because they are written again.
 */
export const markdown = new MarkdownIt({ html: true, linkify: true, typographer: false });
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
markdown.validateLink = () => true;
markdown.normalizeLink = (address) => address;
markdown.normalizeLinkText = (address) => address;

const footnote = /^\[\^[^\]\s]+\]/;

/** The text of a footnote is a block of source: it is no paragraph, and no definition of a link. */
markdown.block.ruler.before('reference', 'footnote', (state: StateBlock, start: number, end: number, silent: boolean) => {
  const begin = (state.bMarks[start] ?? 0) + (state.tShift[start] ?? 0);
  const line = state.src.slice(begin, state.eMarks[start]);
  if ((state.sCount[start] ?? 0) - state.blkIndent >= 4 || !/^\[\^[^\]\s]+\]:/.test(line)) return false;
  if (silent) return true;
  let next = start + 1;
  while (next < end && !isEnd(state, next)) next++;
  while (next > start + 1 && state.isEmpty(next - 1)) next--;
  const token = state.push('source', '', 0);
  token.map = [start, next];
  token.content = state.getLines(start, next, state.blkIndent, false);
  state.line = next;
  return true;
}, { alt: ['paragraph', 'reference', 'blockquote'] });

/** A footnote ends at the line behind a blank one that is not indented, or at the next footnote. */
function isEnd(state: StateBlock, line: number): boolean {
  if (state.isEmpty(line)) return false;
  const begin = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
  if (footnote.test(state.src.slice(begin, state.eMarks[line]))) return true;
  return state.isEmpty(line - 1) && (state.sCount[line] ?? 0) - state.blkIndent < 4;
}

markdown.inline.ruler.before('link', 'footnote', (state: StateInline, silent: boolean) => {
  const [mark] = footnote.exec(state.src.slice(state.pos, state.pos + 200)) ?? [];
  if (mark === undefined || mark[1] !== '^') return false;
  if (!silent) state.push('source_inline', '', 0).content = mark;
  state.pos += mark.length;
  return true;
});

/** Only spaces and tabs are cut off a paragraph: a wide space at its beginning is how Chinese texts are set. */
for (const name of ['paragraph', 'lheading']) {
  const rule = ruleNamed(name);
  markdown.block.ruler.at(name, (state, start, end, silent) => {
    const before = state.tokens.length;
    if (!rule(state, start, end, silent)) return false;
    const inline = state.tokens.slice(before).find(({ type }) => type === 'inline');
    if (inline?.map) {
      const [from, to] = inline.map;
      const lines = name === 'lheading' && state.tokens[before]?.type === 'heading_open' ? Math.min(to, state.line - 1) : to;
      inline.content = state.getLines(from, lines, state.blkIndent, false).replaceAll(/^[ \t\n]+|[ \t\n]+$/g, '');
    }
    return true;
  }, { alt: [] });
}

type Rule = (state: StateBlock, start: number, end: number, silent: boolean) => boolean;

function ruleNamed(name: string): Rule {
  const rules = (markdown.block.ruler as unknown as { __rules__: { name: string; fn: Rule }[] }).__rules__;
  const found = rules.find((each) => each.name === name);
  if (!found) throw new Error(`markdown-it has no rule ${name}`);
  return found.fn;
}
