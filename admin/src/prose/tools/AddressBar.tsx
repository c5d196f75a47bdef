import { Button, Loader, TextInput } from '@mantine/core';
import type { Editor } from '@tiptap/react';
import { useRef, useState, type SubmitEvent } from 'react';

import { useSpeech } from '../../i18n/text';
import { addressOf } from '../addresses';
import classes from '../Prose.module.css';
import { hrefOf, linkAt } from './linkAt';
import { unlink } from './LinkFacts';
import { PageList, usePageSearch } from './PageSearch';
import { beside, inSight } from './place';

/** The room that the bar takes, and the list of pages that may open beside it. */
const [barHeight, listHeight] = [56, 280];

/** Asks where a link leads, or what is to be embedded. Words that are no address look for a page of the site. */
export function AddressBar({ editor, kind, close }: { editor: Editor; kind: 'link' | 'embed'; close: () => void }) {
  const { t } = useSpeech();
  const before = kind === 'link' ? hrefOf(editor) : '';
  const [address, setAddress] = useState(before);
  const [refused, refuse] = useState<string>();
  const words = kind === 'link' && addressOf(address) === undefined ? address.trim() : '';
  const input = useRef<HTMLInputElement>(null);
  const search = usePageSearch(words, {
    input,
    refuse,
    lead: (href, title) => {
      if (editor.isDestroyed) return;
      linkTo(editor, href, title);
      close();
    },
  });
  const leave = () => {
    close();
    editor.commands.focus();
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const href = addressOf(address);
    if (href === undefined) {
      if (words === '') refuse(t('prose.addressHint'));
      else search.take();
      return;
    }
    if (kind === 'embed') embed(editor, href);
    else linkTo(editor, href, href);
    close();
  };
  const isLink = kind === 'link';
  const place = beside(editor, inSight(editor), { prefers: 'below', height: barHeight + (isLink ? listHeight : 0), width: 320 });
  const field = (
    <TextInput
      ref={input}
      size="xs"
      w={250}
      autoFocus
      {...(isLink ? { role: 'combobox', 'aria-autocomplete': 'list' } : {})}
      autoComplete="off"
      aria-label={t(isLink ? 'prose.addressOrWords' : 'prose.address')}
      placeholder={isLink ? t('prose.addressOrWords') : 'https://example.com/'}
      value={address}
      error={refused}
      rightSection={search.asking ? <Loader size={12} aria-label={t('app.loading')} /> : undefined}
      onChange={(event) => {
        refuse(undefined);
        search.typed();
        setAddress(event.currentTarget.value);
      }}
      onKeyDownCapture={search.press}
    />
  );
  return (
    <form
      className={classes['floating']}
      style={place}
      aria-label={t(kind === 'link' ? 'prose.link' : 'prose.embed')}
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.stopPropagation();
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
        event.preventDefault(); // leaves the bar, and nothing around it
        leave();
      }}
      onBlur={({ currentTarget, relatedTarget }) => currentTarget.contains(relatedTarget) || close()}
    >
      {kind === 'embed' ? field : <PageList search={search} opens={place.translate ? 'above' : 'below'}>{field}</PageList>}
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

/** Where nothing is selected and no link is, the words are set, too. */
function linkTo(editor: Editor, href: string, words: string): void {
  const chain = editor.chain().focus();
  if (editor.state.selection.empty && !linkAt(editor.state)) chain.insertContent({ type: 'text', text: words, marks: [{ type: 'link', attrs: { href } }] }).run();
  else chain.extendMarkRange('link').setLink({ href }).run();
}

/** A paragraph of an address alone is a card. */
function embed(editor: Editor, href: string): void {
  const card = { type: 'paragraph', content: [{ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }] };
  editor.chain().focus().insertContent([card, { type: 'paragraph' }]).run();
}
