import { Accordion, Group, SegmentedControl, Text } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';

import { useBootstrap } from '../../api/session';
import type { Console } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { SearchBox } from '../../lists/SearchBox';
import { interfaceTabs, type InterfaceSearch, type InterfaceTab } from './address';
import { DeveloperPage } from './DeveloperPage';
import { Handbook } from './Handbook';
import { InterfaceItem } from './InterfaceItem';
import { interfacesOf, isFound } from './interfaces';
import { Nothing } from './Nothing';

/** Every way in from outside and how to use it, or the handbook: /admin/dev/docs. */
export function Documentation() {
  const { tab } = useSearch({ from: '/staff/dev/docs' });
  if (tab === 'handbook') {
    return (
      <DeveloperPage title="developer.handbook" hint="developer.hint.handbook">
        {() => <Handbook />}
      </DeveloperPage>
    );
  }
  return (
    <DeveloperPage title="developer.interfaces" hint="developer.hint.interfaces">
      {(console) => <Ways console={console} tab={tab ?? 'http'} />}
    </DeveloperPage>
  );
}

function Ways({ console, tab }: { console: Console; tab: InterfaceTab }) {
  const { t, number } = useSpeech();
  const { publicUrl, mcpUrl } = useBootstrap().site;
  const { q = '', open } = useSearch({ from: '/staff/dev/docs' });
  const navigate = useNavigate({ from: '/dev/docs' });
  const all = useMemo(() => interfacesOf(console, publicUrl, mcpUrl), [console, publicUrl, mcpUrl]);
  const found = all[tab].filter((each) => isFound(each, q));
  const show = (next: InterfaceSearch) => void navigate({ search: next, replace: true, resetScroll: false });
  const now = { tab, ...(q ? { q } : {}) };
  return (
    <>
      <Group justify="space-between" mb="sm">
        <SegmentedControl
          value={tab}
          onChange={(next) => show({ tab: next, ...(q ? { q } : {}) })}
          data={interfaceTabs.map((value) => ({ value, label: `${t(`developer.interface.${value}`)} ${number(all[value].length)}` }))}
          aria-label={t('developer.view')}
        />
        <SearchBox label={t('developer.searchInterfaces')} term={q} search={(term) => show({ tab, ...(term ? { q: term } : {}) })} />
      </Group>
      <Text size="sm" c="dimmed" mb="sm">
        {t(`developer.doorHint.${tab}`)}
      </Text>
      {found.length === 0 ? (
        <Nothing narrowed={q !== ''} what={tab} />
      ) : (
        <Accordion variant="contained" value={open ?? null} onChange={(next) => show({ ...now, ...(next ? { open: next } : {}) })} order={2}>
          {found.map((each) => (
            <InterfaceItem key={each.key} item={each} opened={each.key === open} />
          ))}
        </Accordion>
      )}
    </>
  );
}
