import { Group, Text } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useDeferredValue, useMemo } from 'react';

import type { Console } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { SearchBox } from '../../lists/SearchBox';
import { EmptyState } from '../../ui/EmptyState';
import { findAtoms, folderOf, listAtoms, type FileOfAtoms, type Listed } from './atoms';
import { Manifest } from './Manifest';
import classes from './Manifests.module.css';

/** Every manifest as it was written, by its file; the search looks into names and texts. */
export function Manifests({ console }: { console: Console }) {
  const { t } = useSpeech();
  const { atom, q = '' } = useSearch({ from: '/staff/dev' });
  const term = useDeferredValue(q);
  const atoms = useMemo(() => listAtoms(console), [console]);
  const files = useMemo(() => findAtoms(atoms, term), [atoms, term]);
  const shown = atoms.find((each) => each.id === atom) ?? (atom === undefined ? files[0]?.atoms[0] : undefined);
  return (
    <div className={classes['root']}>
      <nav className={classes['tree']} aria-label={t('developer.files')}>
        <Group mb={4}>
          <Search />
        </Group>
        <FileTree files={files} folder={folderOf(atoms)} shown={shown} />
      </nav>
      {shown ? <Manifest key={shown.id} console={console} listed={shown} term={term} /> : <Missing atom={atom} />}
    </div>
  );
}

function Missing({ atom }: { atom: string | undefined }) {
  const { t } = useSpeech();
  if (atom === undefined) return null;
  return <EmptyState icon="search" title={t('developer.noAtom', { name: atom })} hint={t('developer.noAtomHint')} />;
}

function Search() {
  const { t } = useSpeech();
  const { atom, q = '' } = useSearch({ from: '/staff/dev' });
  const navigate = useNavigate({ from: '/dev' });
  const search = (next: string) =>
    void navigate({ search: { tab: 'manifests', ...(atom ? { atom } : {}), ...(next === '' ? {} : { q: next }) }, replace: true });
  return <SearchBox label={t('developer.searchManifests')} term={q} search={search} />;
}

function FileTree({ files, folder, shown }: { files: FileOfAtoms[]; folder: string; shown: Listed | undefined }) {
  const { t } = useSpeech();
  if (files.length === 0) return <Text size="sm" c="dimmed" p="xs" role="status">{t('list.noMatch')}</Text>;
  return (
    <ul className={classes['files']}>
      {files.map(({ file, atoms }) => (
        <li key={file}>
          <div className={classes['file']} title={file}>
            {file.slice(folder.length)}
          </div>
          <ul className={classes['atoms']}>
            {atoms.map((each) => (
              <li key={each.id}>
                <AtomItem listed={each} lines={each.lines} current={each.id === shown?.id} />
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

function AtomItem({ listed: { id, kind, atom }, lines, current }: { listed: Listed; lines: number; current: boolean }) {
  const { t, plural } = useSpeech();
  return (
    <Link to="/dev" search={(now) => ({ ...now, tab: 'manifests' as const, atom: id })} resetScroll={false} className={classes['atom']} aria-current={current || undefined}>
      <span className={classes['kind']}>{t(`developer.one.${kind}`)}</span>
      <span className={classes['name']}>{atom.name}</span>
      {lines > 0 && (
        <Text span size="xs" c="dimmed" fw={400}>
          {plural('developer.lines', lines)}
        </Text>
      )}
    </Link>
  );
}
