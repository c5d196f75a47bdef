import { Group, SegmentedControl } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';

import type { Console } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { SearchBox } from '../../lists/SearchBox';
import { logicTabs, type LogicTab } from './address';
import { holds } from './atoms';
import { DeveloperPage } from './DeveloperPage';
import { flowsOf, hooksOf } from './flows';
import { FlowList } from './FlowList';
import { HookList } from './HookList';
import { ViewList } from './ViewList';

/** What leads to what: Triggers to Procedures to Schemas, hooks in their order, Views. /admin/dev/logic */
export function Logic() {
  return (
    <DeveloperPage title="developer.logic" hint="developer.hint.logic">
      {(console) => <Parts console={console} />}
    </DeveloperPage>
  );
}

const names = { procedures: 'developer.kind.Procedure', hooks: 'developer.logic.hooks', views: 'developer.kind.View' } as const;

function Parts({ console }: { console: Console }) {
  const { t, number } = useSpeech();
  const { tab = 'procedures', q = '' } = useSearch({ from: '/staff/dev/logic' });
  const navigate = useNavigate({ from: '/dev/logic' });
  const { flows, hooks, views } = useMemo(() => narrowed(console, q), [console, q]);
  const counts: Record<LogicTab, number> = { procedures: flows.length, hooks: hooks.length, views: views.length };
  const show = (next: LogicTab, term: string) =>
    void navigate({ search: { ...(next === 'procedures' ? {} : { tab: next }), ...(term === '' ? {} : { q: term }) }, replace: true });
  return (
    <>
      <Group justify="space-between" mb="md">
        <SegmentedControl
          value={tab}
          onChange={(next) => show(next, q)}
          data={logicTabs.map((value) => ({ value, label: `${t(names[value])} ${number(counts[value])}` }))}
          aria-label={t('developer.view')}
        />
        <SearchBox label={t('developer.searchLogic')} term={q} search={(term) => show(tab, term)} />
      </Group>
      {tab === 'procedures' && <FlowList flows={flows} narrowed={q !== ''} />}
      {tab === 'hooks' && <HookList hooks={hooks} narrowed={q !== ''} />}
      {tab === 'views' && <ViewList views={views} narrowed={q !== ''} />}
    </>
  );
}

/** What has the term in a name, a path or a handler. */
function narrowed(console: Console, term: string) {
  const has = (...words: Array<string | null | undefined>) => words.some((word) => holds(word ?? '', term));
  return {
    flows: flowsOf(console).filter(({ procedure: { name, handler }, triggers }) =>
      has(name, handler.ref, handler.schema, ...triggers.flatMap((each) => [each.name, each.path, each.tool, each.schema])),
    ),
    hooks: hooksOf(console).filter(({ schema, hooks }) =>
      has(schema, ...hooks.flatMap(({ moment, runs }) => [moment, ...runs.flatMap(({ trigger }) => [trigger.name, trigger.procedure])])),
    ),
    views: console.views.filter(({ name, from }) => has(name, from)),
  };
}
