import { Combobox, Group, Input, InputBase, Loader, Text, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { use, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';

import { candidatesQuery, referredQuery, type Target } from '../../api/references';
import { mayCreate, useMe } from '../../api/session';
import type { Collection, EntrySummary } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { EntryStatus } from '../../ui/EntryStatus';
import type { Data } from '../../values/data';
import { useTitles } from '../../values/useTitles';
import { findings } from '../findings';
import { OpenEntryContext } from '../openEntry';
import { typesOf, type Shape } from '../shape';
import { asText, marks, type WidgetProps } from './props';
import { ReferredEntry } from './ReferredEntry';

interface PickerProps extends WidgetProps {
  target: Target;
}

/** Finds an entry of another collection, and shows the one that is chosen. */
export function ReferencePicker({ target, ...props }: PickerProps) {
  const { t, text } = useSpeech();
  const { value, change, blur, readOnly } = props;
  const titled = useTitles();
  const above = use(OpenEntryContext);
  const { role } = useMe();
  const [term, setTerm] = useState('');
  const [asked] = useDebouncedValue(term.trim().slice(0, 200), 200);
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
  const make = () => {
    box.closeDropdown();
    above?.({ collection: target.collection.name, start: startOf(target, term.trim()), created: (entry) => change(target.rowField === 'id' ? entry.id : entry.data[target.rowField]) });
  };
  const submit = (option: string) => {
    const chosen = found?.find(({ entry }) => entry.id === option);
    if (option === toMake) {
      make();
      return;
    }
    change(chosen ? chosen.value : asValue(term.trim(), typesOf(props.shape)[0]));
    box.closeDropdown();
  };
  const mayMake = above !== null && term.trim() !== '' && term.trim() === asked && !isFetching && mayCreate(role, target.collection);
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
            box.openDropdown();
            box.resetSelectedOption();
          }}
          onBlur={() => {
            box.closeDropdown();
            blur();
          }}
          rightSection={
            isFetching ? <Loader size={14} /> : isSet(value) && !readOnly ? <Input.ClearButton aria-label={t('forms.clear', { field: props.label })} onClick={() => change(undefined)} /> : <Combobox.Chevron />
          }
          rightSectionPointerEvents={isSet(value) && !readOnly ? 'all' : 'none'}
        />
      </Combobox.Target>
      <ReferredEntry referred={referred} value={value} target={target} />
      <Combobox.Dropdown>
        <Combobox.Options mah={320} style={{ overflowY: 'auto' }} aria-label={name}>
          {found?.map(({ entry }) => <Candidate collection={target.collection} key={entry.id} entry={entry} />)}
          {found?.length === 0 && <Combobox.Empty>{t('list.noMatch')}</Combobox.Empty>}
          {mayMake && found?.length === 0 && (
            <Combobox.Option value={toMake}>{t('forms.reference.make', { value: term.trim(), collection: name })}</Combobox.Option>
          )}
          {term.trim() !== '' && target.rowField !== 'id' && (
            <Combobox.Option value={asItIs}>{t('forms.reference.asIs', { value: term.trim() })}</Combobox.Option>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** The combobox goes on naming the option that was walked to last, also when that is gone or is no longer the one. */
function withoutStaleOption(input: HTMLInputElement | null): void {
  const active = input?.getAttribute('aria-activedescendant');
  if (active && !document.getElementById(active)?.hasAttribute('data-combobox-selected')) input?.removeAttribute('aria-activedescendant');
}

function Candidate({ collection, entry }: { collection: Collection; entry: EntrySummary }) {
  const title = useTitles()(entry);
  return (
    <Combobox.Option value={entry.id}>
      <Group justify="space-between" gap="sm" wrap="nowrap">
        <div style={{ minWidth: 0 }}>
          <Text size="sm" truncate>
            {title}
          </Text>
          <Text size="xs" opacity={0.85} truncate>
            {entry.title === title ? entry.preview || entry.id : entry.title}
          </Text>
        </div>
        <EntryStatus collection={collection} entry={entry} />
      </Group>
    </Combobox.Option>
  );
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
