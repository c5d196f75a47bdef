import { TextInput } from '@mantine/core';
import type { Editor } from '@tiptap/react';
import { NodeSelection } from '@tiptap/pm/state';
import { useState } from 'react';

import { useSpeech } from '../../i18n/text';

/** What a picture shows, and what stands below it. */
export function PictureFields({ editor, at }: { editor: Editor; at: number }) {
  const { t } = useSpeech();
  const node = editor.state.doc.nodeAt(at);
  const [texts, setTexts] = useState({ alt: String(node?.attrs['alt'] ?? ''), title: String(node?.attrs['title'] ?? '') });
  const set = (name: 'alt' | 'title', text: string) => {
    setTexts({ ...texts, [name]: text });
    const { tr, doc } = editor.state;
    if (doc.nodeAt(at)?.type.name !== 'picture') return;
    tr.setNodeAttribute(at, name, text || (name === 'alt' ? '' : null));
    editor.view.dispatch(tr.setSelection(NodeSelection.create(tr.doc, at)));
  };
  return (['alt', 'title'] as const).map((name) => (
    <TextInput key={name} size="xs" aria-label={t(`prose.${name}`)} placeholder={t(`prose.${name}`)} value={texts[name]} onChange={(event) => set(name, event.currentTarget.value)} />
  ));
}
