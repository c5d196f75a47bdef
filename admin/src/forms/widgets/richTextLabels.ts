import type { RichTextEditorLabels } from '@mantine/tiptap';

import type { Speech } from '../../i18n/text';

/** What the buttons of the rich text editor say. */
export function richTextLabels({ t }: Speech): Partial<RichTextEditorLabels> {
  return {
    h2ControlLabel: t('forms.richtext.h2'),
    h3ControlLabel: t('forms.richtext.h3'),
    boldControlLabel: t('forms.markdown.bold'),
    italicControlLabel: t('forms.markdown.italic'),
    underlineControlLabel: t('forms.richtext.underline'),
    strikeControlLabel: t('forms.richtext.strike'),
    codeControlLabel: t('forms.markdown.code'),
    clearFormattingControlLabel: t('forms.richtext.plain'),
    bulletListControlLabel: t('forms.markdown.bullets'),
    orderedListControlLabel: t('forms.markdown.numbers'),
    blockquoteControlLabel: t('forms.markdown.quote'),
    hrControlLabel: t('forms.richtext.rule'),
    linkControlLabel: t('forms.markdown.link'),
    unlinkControlLabel: t('forms.richtext.unlink'),
    undoControlLabel: t('forms.richtext.undo'),
    redoControlLabel: t('forms.richtext.redo'),
    linkEditorInputLabel: t('forms.richtext.address'),
    linkEditorInputPlaceholder: 'https://example.com/',
    linkEditorExternalLink: t('forms.richtext.newTab'),
    linkEditorInternalLink: t('forms.richtext.sameTab'),
    linkEditorSave: t('action.save'),
  };
}
