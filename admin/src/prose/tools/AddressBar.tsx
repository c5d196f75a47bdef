import { Button, Combobox, TextInput, useCombobox } from '@mantine/core';
import type { Editor } from '@tiptap/react';
import { useEffect, useEffectEvent, useRef, useState, type SubmitEvent } from 'react';

import { findCollection, useBootstrap } from '../../api/session';
import type { EntrySummary } from '../../api/types.gen';
import { useFormValue } from '../../forms/frame';
import { FoundEntry } from '../../forms/widgets/FoundEntry';
import { useSpeech } from '../../i18n/text';
import { notifyFailure } from '../../ui/notify';
import { useTitles } from '../../values/useTitles';
import { addressOf } from '../addresses';
import classes from '../Prose.module.css';
import { hrefOf, linkAt } from './linkAt';
import { unlink } from './LinkFacts';
import { useAddressOf, useFirstPage, useOwnPages } from './ownPages';
import { beside, inSight } from './place';

/** Asks where a link leads, or what is to be embedded. Words that are no address look for a page of the site. */
export function AddressBar({ editor, kind, close }: { editor: Editor; kind: 'link' | 'embed'; close: () => void }) {
  const { t } = useSpeech();
  const before = kind === 'link' ? hrefOf(editor) : '';
  const [address, setAddress] = useState(before);
  const [refused, refuse] = useState<string>();
  const words = kind === 'link' && addressOf(address) === undefined ? address.trim() : '';
  const { found, list, lead, leadToFirst } = usePages(words, editor, { refuse, close });
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
      else leadToFirst();
      return;
    }
    if (kind === 'embed') embed(editor, href);
    else linkTo(editor, href, href);
    close();
  };
  const field = (
    <TextInput
      size="xs"
      w={250}
      autoFocus
      {...(kind === 'link' ? { role: 'combobox' } : {})}
      autoComplete="off"
      aria-label={t('prose.address')}
      placeholder={kind === 'link' ? t('prose.addressOrWords') : 'https://example.com/'}
      value={address}
      error={refused}
      onChange={(event) => {
        refuse(undefined);
        setAddress(event.currentTarget.value);
      }}
    />
  );
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
      {kind === 'embed' ? (
        field
      ) : (
        <Combobox store={list} onOptionSubmit={lead} withinPortal={false} position="bottom-start" width={320}>
          <Combobox.Target withExpandedAttribute>{field}</Combobox.Target>
          <Combobox.Dropdown hidden={found.length === 0}>
            <Combobox.Options mah={260} style={{ overflowY: 'auto' }} aria-label={t('prose.pages')}>
              {found.map((each) => (
                <Page key={each.id} entry={each} />
              ))}
            </Combobox.Options>
          </Combobox.Dropdown>
        </Combobox>
      )}
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

function Page({ entry }: { entry: EntrySummary }) {
  const { collections } = useBootstrap();
  return <FoundEntry collection={findCollection(collections, entry.collection)} entry={entry} />;
}

/** The pages that are found for words, the list of them, and what leads the link to one of them, or to the first. */
function usePages(words: string, editor: Editor, { refuse, close }: { refuse: (why: string) => void; close: () => void }) {
  const speech = useSpeech();
  const { t } = speech;
  const titled = useTitles();
  const { locale } = useFormValue();
  const found = useOwnPages(words, locale);
  const first = useFirstPage();
  const addressOfPage = useAddressOf();
  const list = useCombobox({ opened: words !== '' && found.length > 0 });
  const mark = useEffectEvent(() => (found.length > 0 ? list.selectFirstOption() : list.resetSelectedOption()));
  useEffect(() => {
    const soon = requestAnimationFrame(() => mark());
    return () => cancelAnimationFrame(soon);
  }, [found]);
  const gone = useRef(false);
  useEffect(() => {
    gone.current = false;
    return () => void (gone.current = true);
  }, []);
  const take = async (asked: EntrySummary | undefined) => {
    if (!asked) {
      refuse(t('prose.noPage'));
      return;
    }
    const href = await addressOfPage(asked, locale);
    if (gone.current || editor.isDestroyed) return;
    const title = asked.translations.find((each) => each.locale === locale)?.title ?? titled(asked);
    if (href === undefined) {
      refuse(t('prose.pageless', { title }));
      return;
    }
    linkTo(editor, href, title);
    close();
  };
  const failed = (error: unknown) => notifyFailure(speech, error, t('prose.pagesFailed'));
  return {
    found,
    list,
    lead: (id: string) => void take(found.find((each) => each.id === id)).catch(failed),
    leadToFirst: () => void first(words, locale).then((each) => (gone.current ? undefined : take(each))).catch(failed),
  };
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
