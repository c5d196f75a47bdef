import { Combobox, Input, InputBase, Loader, Text, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { use, useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';

import { askNow } from '../../api/askNow';
import { candidatesQuery, referredQuery, type Candidate, type Target } from '../../api/references';
import { mayCreate, useMe } from '../../api/session';
import { useSpeech } from '../../i18n/text';
import { withoutStaleOption } from '../../ui/staleOption';
import type { Data } from '../../values/data';
import { useTitles } from '../../values/useTitles';
import { findings } from '../findings';
import { useFrame } from '../frame';
import { OpenEntryContext } from '../openEntry';
import { typesOf, type Shape } from '../shape';
import { asText, marks, type WidgetProps } from './props';
import { FoundEntry } from './FoundEntry';
import { ReferredEntry } from './ReferredEntry';

interface PickerProps extends WidgetProps {
  target: Target;
}

/** Finds an entry of another collection, and shows the one that is chosen. */
export function ReferencePicker({ target, ...props }: PickerProps) {
  const { t, text } = useSpeech();
  const { value, blur, readOnly } = props;
  const titled = useTitles();
  const above = use(OpenEntryContext);
  const { role } = useMe();
  const [term, setTerm] = useState('');
  const [dropped, drop] = useState<Dropped>();
  // What is typed and not answered: a press elsewhere closes the list before the field is left.
  const typed = useRef('');
  const wanted = term.trim().slice(0, 200);
  const [asked] = useDebouncedValue(wanted, 200);
  const box = useCombobox({
    onDropdownClose: () => {
      box.resetSelectedOption();
      setTerm('');
    },
  });
  const open = box.dropdownOpened;
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    withoutStaleOption(input.current);
  });
  const { data: referred } = useQuery({ ...referredQuery(target, value), enabled: isSet(value) });
  const { data: found, isFetching } = useQuery({ ...candidatesQuery(target, asked), enabled: open, placeholderData: keepPreviousData });
  // The options that there were are gone: Enter takes the best of the new ones, where something was asked for and found.
  const listed = useEffectEvent(() => {
    if (term.trim() === '' || !found?.length) box.resetSelectedOption();
    else box.selectFirstOption();
  });
  useEffect(() => {
    const soon = requestAnimationFrame(() => listed());
    return () => cancelAnimationFrame(soon);
  }, [found, open]);
  const { choose, take } = useTaking(target, props, drop);
  const make = () => {
    typed.current = '';
    box.closeDropdown();
    above?.({ collection: target.collection.name, start: startOf(target, term.trim()), created: (entry) => choose(target.rowField === 'id' ? entry.id : entry.data[target.rowField]) });
  };
  const isSame = ({ entry, value: own }: Candidate, words: string) => [titled(entry), entry.title, String(own)].some((each) => each.toLocaleLowerCase() === words.toLocaleLowerCase());
  const isLate = wanted !== '' && (wanted !== asked || isFetching);
  /** Enter and Tab take the option that is marked; who is quicker than the search gets what it finds first. */
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') typed.current = '';
    if (!open || wanted === '' || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.key === 'Tab' && !isLate && box.getSelectedOptionIndex() !== -1) box.clickSelectedOption();
    if (!isLate || (event.key !== 'Enter' && event.key !== 'Tab')) return;
    if (event.key === 'Enter') event.preventDefault();
    event.stopPropagation();
    typed.current = '';
    void take(wanted, () => true);
    box.closeDropdown();
  };
  const submit = (option: string) => {
    const chosen = found?.find(({ entry }) => entry.id === option);
    if (option === toMake) {
      make();
      return;
    }
    typed.current = '';
    choose(chosen ? chosen.value : asValue(term.trim(), typesOf(props.shape)[0]));
    box.closeDropdown();
  };
  const isKnown = wanted !== '' && wanted === asked && !isFetching && found?.length === 0;
  const mayMake = above !== null && isKnown && mayCreate(role, target.collection);
  const title = referred?.known && referred.entry ? titled(referred.entry) : asText(value);
  const name = text(target.collection.title, target.collection.name);
  return (
    <Combobox store={box} onOptionSubmit={submit} disabled={readOnly}>
      <Combobox.Target withExpandedAttribute>
        <InputBase
          ref={input}
          {...marks(props)}
          {...(readOnly ? {} : { role: 'combobox' })}
          autoComplete="off"
          placeholder={t('forms.reference.search', { collection: name })}
          value={open ? term : title}
          onFocus={() => !readOnly && box.openDropdown()}
          onClick={() => !readOnly && box.openDropdown()}
          onChange={(event) => {
            setTerm(event.currentTarget.value);
            typed.current = event.currentTarget.value.trim().slice(0, 200);
            drop(undefined);
            box.openDropdown();
            box.resetSelectedOption();
          }}
          onKeyDownCapture={press}
          onBlur={() => {
            if (typed.current !== '') void take(typed.current, isSame);
            typed.current = '';
            box.closeDropdown();
            blur();
          }}
          rightSection={
            isFetching ? <Loader size={14} /> : isSet(value) && !readOnly ? <Input.ClearButton aria-label={t('forms.clear', { field: props.label })} onClick={() => choose(undefined)} /> : <Combobox.Chevron />
          }
          rightSectionPointerEvents={isSet(value) && !readOnly ? 'all' : 'none'}
        />
      </Combobox.Target>
      {dropped && (
        <Text size="xs" c="dimmed" mt={4} role="status">
          {t(`forms.reference.${dropped.why}`, { value: dropped.words })}
        </Text>
      )}
      <ReferredEntry referred={referred} value={value} target={target} />
      <Combobox.Dropdown>
        <Combobox.Options mah={320} style={{ overflowY: 'auto' }} aria-label={name}>
          {found?.map(({ entry }) => <FoundEntry collection={target.collection} key={entry.id} entry={entry} />)}
          {found?.length === 0 && <Combobox.Empty>{t('list.noMatch')}</Combobox.Empty>}
          {mayMake && (
            <Combobox.Option value={toMake}>{t('forms.reference.make', { value: term.trim(), collection: name })}</Combobox.Option>
          )}
          {isKnown && target.rowField !== 'id' && (
            <Combobox.Option value={asItIs}>{t('forms.reference.asIs', { value: term.trim() })}</Combobox.Option>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** What was typed and not taken: no entry is called so, or nobody could say. */
interface Dropped {
  words: string;
  why: 'dropped' | 'unasked';
}

/**
 * Sets the reference. `take` sets what is found for what was typed as soon as that is known, and never what was typed itself;
 * the form is not sent until then. What is chosen meanwhile wins.
 */
function useTaking(target: Target, { path, change }: WidgetProps, drop: (dropped: Dropped | undefined) => void) {
  const queries = useQueryClient();
  const { unread } = useFrame();
  const turns = useRef(0);
  // What is found late goes where the field is by then: one before it in a list may be gone.
  const now = useRef({ path, change });
  useLayoutEffect(() => {
    now.current = { path, change };
  });
  const asking = useRef<WidgetProps['path']>(undefined);
  const answered = () => {
    turns.current++;
    if (asking.current) unread(asking.current, undefined);
    asking.current = undefined;
  };
  const gone = useEffectEvent(answered);
  useEffect(() => () => gone(), []);
  const choose = (value: unknown) => {
    answered();
    drop(undefined);
    now.current.change(value);
  };
  const take = async (words: string, fits: (found: Candidate, words: string) => boolean) => {
    answered();
    const turn = turns.current;
    asking.current = now.current.path;
    unread(asking.current, 'reference');
    const all = await askNow(queries, candidatesQuery(target, words));
    if (turn !== turns.current) return;
    const best = all?.find((each) => fits(each, words));
    if (best) choose(best.value);
    else {
      answered();
      drop({ words, why: all ? 'dropped' : 'unasked' });
    }
  };
  return { choose, take };
}

/** The options that are no entry. */
const asItIs = 'as it is';
const toMake = 'make';

/** What an entry begins with that is made because none was found: what was typed, where it is a value of what it is known by. */
function startOf({ collection, rowField }: Target, term: string): Data {
  const schema = collection.schema as Shape;
  const property = schema.properties?.[rowField];
  return property && findings(term, { ...property, $defs: schema.$defs ?? {} }).length === 0 ? { [rowField]: term } : {};
}

const isSet = (value: unknown) => value !== undefined && value !== null && value !== '';

/** What somebody typed as the value of a reference that no entry has. */
function asValue(text: string, type: string | undefined): unknown {
  const number = Number(text);
  return type === 'string' || Number.isNaN(number) ? text : number;
}
