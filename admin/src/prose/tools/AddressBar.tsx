import { Button, TextInput } from '@mantine/core';
import type { Editor } from '@tiptap/react';
import { useState, type SubmitEvent } from 'react';

import { useSpeech } from '../../i18n/text';
import { addressOf } from '../addresses';
import classes from '../Prose.module.css';
import { hrefOf, linkAt } from './linkAt';
import { unlink } from './LinkFacts';
import { beside, inSight } from './place';

/** Asks where a link leads, or what is to be embedded. */
export function AddressBar({ editor, kind, close }: { editor: Editor; kind: 'link' | 'embed'; close: () => void }) {
  const { t } = useSpeech();
  const before = kind === 'link' ? hrefOf(editor) : '';
  const [address, setAddress] = useState(before);
  const [refused, refuse] = useState(false);
  const leave = () => {
    close();
    editor.commands.focus();
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const href = addressOf(address);
    if (href === undefined) {
      refuse(true);
      return;
    }
    if (kind === 'embed') embed(editor, href);
    else linkTo(editor, href);
    close();
  };
  return (
    <form
      className={classes['floating']}
      style={beside(editor, inSight(editor), { prefers: 'below', height: 56, width: 320 })}
      aria-label={t(kind === 'link' ? 'prose.link' : 'prose.embed')}
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.stopPropagation();
        if (event.key !== 'Escape') return;
        event.preventDefault(); // leaves the bar, and nothing around it
        leave();
      }}
      onBlur={({ currentTarget, relatedTarget }) => currentTarget.contains(relatedTarget) || close()}
    >
      <TextInput
        size="xs"
        w={250}
        autoFocus
        aria-label={t('prose.address')}
        placeholder="https://example.com/"
        value={address}
        error={refused && t('prose.addressHint')}
        onChange={(event) => {
          refuse(false);
          setAddress(event.currentTarget.value);
        }}
      />
      <Button size="compact-sm" type="submit" disabled={address.trim() === ''}>
        {t('prose.set')}
      </Button>
      {before !== '' && (
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          onClick={() => {
            unlink(editor);
            close();
          }}
        >
          {t('prose.unlink')}
        </Button>
      )}
    </form>
  );
}

function linkTo(editor: Editor, href: string): void {
  const chain = editor.chain().focus();
  if (editor.state.selection.empty && !linkAt(editor.state)) chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run();
  else chain.extendMarkRange('link').setLink({ href }).run();
}

/** A paragraph of an address alone is a card. */
function embed(editor: Editor, href: string): void {
  const card = { type: 'paragraph', content: [{ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }] };
  editor.chain().focus().insertContent([card, { type: 'paragraph' }]).run();
}
