import { Accordion, Group, SegmentedControl, Text } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';

import { useBootstrap } from '../../api/session';
import type { Console } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { SearchBox } from '../../lists/SearchBox';
import { interfaceTabs, type InterfaceSearch } from './address';
import { DeveloperPage } from './DeveloperPage';
import { InterfaceItem } from './InterfaceItem';
import { interfacesOf, isFound } from './interfaces';
import { Nothing } from './Nothing';

/** Every way in from outside, and how to use it: /admin/dev/docs. */
export function Documentation() {
  return (
    <DeveloperPage title="developer.interfaces" hint="developer.hint.interfaces">
      {(console) => <Ways console={console} />}
    </DeveloperPage>
  );
}

function Ways({ console }: { console: Console }) {
  const { t, number } = useSpeech();
  const { publicUrl, mcpUrl } = useBootstrap().site;
  const { tab = 'http', q = '', open } = useSearch({ from: '/staff/dev/docs' });
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
