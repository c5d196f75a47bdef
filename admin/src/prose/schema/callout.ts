import { Extension, InputRule } from '@tiptap/core';
import type { Node, ResolvedPos, Schema } from '@tiptap/pm/model';

/** The kinds of a quotation that is set apart as a callout, as GitHub names them in its first line (decision 370). */
export const calloutKinds = ['note', 'tip', 'important', 'warning', 'caution'] as const;
export type CalloutKind = (typeof calloutKinds)[number];

/** The kind that a line of a text names, such as `[!NOTE]`. */
const calloutNamed = (label: string): CalloutKind | undefined => calloutKinds.find((each) => label.toLowerCase() === `[!${each}]`);

/** What the first line of a quotation makes it: a callout, or one that folds, whose title follows the label (decision 385). */
export interface Label {
  callout: CalloutKind;
  fold: '-' | '+' | null;
}

/** The label that a line begins with, such as `[!NOTE]- `, and how long it is. Without a sign it is all of the line. */
export function labelOf(line: string): { label: Label; length: number } | undefined {
  const [whole = '', name = '', fold] = /^(\[!\w+\])(?:([-+])(?:[ \t]+|$)|[ \t]*$)/.exec(line) ?? [];
  const callout = calloutNamed(name);
  return callout && { label: { callout, fold: fold === '-' || fold === '+' ? fold : null }, length: whole.length };
}

/** The label of a callout; undefined for what is none. */
export function calloutLine(node: Node): string | undefined {
  const kind = calloutOf(node);
  return kind && `[!${kind.toUpperCase()}]${foldOf(node) ?? ''}`;
}

/** The sign of a callout that folds, whose first paragraph is its title. */
export const foldOf = ({ attrs }: Node): Label['fold'] => {
  const fold: unknown = attrs['fold'];
  return fold === '-' || fold === '+' ? fold : null;
};

export const calloutOf = ({ attrs }: Node): CalloutKind | undefined => calloutKinds.find((each) => each === attrs['callout']);

/** Whether a text may hold callouts. */
export const hasCallouts = ({ nodes }: Schema): boolean => nodes['blockquote']?.spec.attrs?.['callout'] !== undefined;

/** Whether a place is in the first block of a quotation. */
const beginsQuotation = ($at: ResolvedPos) => $at.depth > 1 && $at.node(-1).type.name === 'blockquote' && $at.index(-1) === 0;

/** Quotations may be callouts; `[!note]` or `[!note]-`, and a space or Enter, make one where they are typed at the beginning of a quotation. */
export const callouts = Extension.create({
  name: 'callouts',
  priority: 1001, // before what makes quotations
  addGlobalAttributes: () => [
    {
      types: ['blockquote'],
      attributes: {
        callout: {
          default: null,
          parseHTML: (element: HTMLElement) => calloutKinds.find((each) => each === element.dataset['callout']) ?? null,
          renderHTML: ({ callout }: Record<string, unknown>) => (typeof callout === 'string' ? { 'data-callout': callout } : {}),
        },
        fold: {
          default: null,
          parseHTML: (element: HTMLElement) => element.dataset['fold'] ?? null,
          renderHTML: ({ fold }: Record<string, unknown>) => (typeof fold === 'string' ? { 'data-fold': fold } : {}),
        },
      },
    },
  ],
  addKeyboardShortcuts() {
    const { editor } = this;
    return {
      Enter: () => {
        const { $from, empty } = editor.state.selection;
        const text = $from.parent.textContent;
        const found = empty && $from.parentOffset === $from.parent.content.size && beginsQuotation($from) ? labelOf(text) : undefined;
        return found?.length === text.length && editor.chain().deleteRange({ from: $from.start(), to: $from.end() }).updateAttributes('blockquote', found.label).run();
      },
    };
  },
  addInputRules: () => [
    // A quotation that is begun below a callout is one of its own. One below another joins it.
    new InputRule({
      find: /^>\s$/,
      handler: ({ state, range, chain }) => {
        const $at = state.doc.resolve(range.from);
        const before = $at.depth > 0 ? $at.node(-1).maybeChild($at.index(-1) - 1) : null;
        if (!before || !calloutOf(before)) return null;
        chain().deleteRange(range).wrapIn('blockquote').run();
        return undefined;
      },
    }),
    new InputRule({
      find: /^(\[!\w+\][-+]?) $/,
      handler: ({ state, range, match: [, line = ''], chain }) => {
        const { $from } = state.selection;
        const found = labelOf(line);
        if (!found || !beginsQuotation($from)) return null;
        chain().deleteRange(range).updateAttributes('blockquote', found.label).run();
        return undefined;
      },
    }),
  ],
});
