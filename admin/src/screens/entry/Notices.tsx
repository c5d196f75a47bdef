import { Alert, Anchor, Button, Group, List, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';

import { currentRow } from '../../api/entries';
import type { ApiFailure } from '../../api/failure';
import { useBootstrap, useMe } from '../../api/session';
import { useSpeech } from '../../i18n/text';
import { Icon } from '../../ui/icons';
import { LinkAnchor } from '../../ui/links';
import type { EntryEditor } from './useEntryEditor';

/** What there is to say about an entry before one edits it. */
export function Notices({ editor, gone }: { editor: EntryEditor; gone: boolean }) {
  const { collection, detail } = editor;
  return (
    <>
      {gone && <Gone editor={editor} />}
      {!gone && editor.newer && <Newer editor={editor} />}
      {editor.draft.at !== undefined && <FoundDraft editor={editor} at={editor.draft.at} />}
      {collection.readOnly && <WrittenByOperations editor={editor} />}
      {!collection.readOnly && detail?.permissions.edit === false && <NotYours />}
      {editor.failure && !editor.newer && editor.diagnostics.length === 0 && <Failed editor={editor} failure={editor.failure} />}
    </>
  );
}

function FoundDraft({ editor, at }: { editor: EntryEditor; at: number }) {
  const { t, moment } = useSpeech();
  const { draft } = editor;
  return (
    <Alert color="yellow" mb="md" title={t('entry.draftFound', { time: moment(at) })}>
      <Text size="sm">{t(draft.outdated ? 'entry.draftOutdated' : 'entry.draftHint')}</Text>
      <Group gap="xs" mt="sm">
        <Button size="compact-sm" onClick={draft.restore}>
          {t('entry.draftRestore')}
        </Button>
        <Button size="compact-sm" variant="default" onClick={draft.drop}>
          {t('entry.draftDiscard')}
        </Button>
      </Group>
    </Alert>
  );
}

function Newer({ editor }: { editor: EntryEditor }) {
  const { t, ago } = useSpeech();
  return (
    <Alert color="yellow" mb="md" icon={<Icon name="alert" />} title={t('entry.newer', { ago: ago(editor.newer?.updatedAt ?? 0) })}>
      <Text size="sm">{t('entry.newerHint')}</Text>
      <Group gap="xs" mt="sm">
        <Button size="compact-sm" onClick={() => editor.resolve(true)}>
          {t('entry.compare')}
        </Button>
        <Button size="compact-sm" variant="default" onClick={editor.discard}>
          {t('entry.takeTheirs')}
        </Button>
      </Group>
    </Alert>
  );
}

/** Deleted while it was open: what is in the form can live on as a new entry. */
function Gone({ editor }: { editor: EntryEditor }) {
  const { t } = useSpeech();
  const navigate = useNavigate();
  const keep = () =>
    void navigate({ to: '/c/$collection/$id', params: { collection: editor.collection.name, id: 'new' }, search: { with: editor.value }, ignoreBlocker: true });
  return (
    <Alert color="red" mb="md" icon={<Icon name="trash" />} title={t('entry.gone')}>
      <Text size="sm">{t('entry.goneHint')}</Text>
      <Button size="compact-sm" mt="sm" variant="default" onClick={keep}>
        {t('entry.goneKeep')}
      </Button>
    </Alert>
  );
}

function WrittenByOperations({ editor }: { editor: EntryEditor }) {
  const { t, text } = useSpeech();
  const { operations } = useBootstrap();
  const writers = operations.filter((each) => each.targetCollection === editor.collection.name);
  return (
    <Alert color="gray" mb="md" icon={<Icon name="lock" />} title={t('entry.readOnly')}>
      {writers.length === 0 ? (
        <Text size="sm">{t('entry.readOnlyHint')}</Text>
      ) : (
        <>
          <Text size="sm">{t('entry.readOnlyBy')}</Text>
          <List size="sm">
            {writers.map((each) => (
              <List.Item key={each.name}>
                <LinkAnchor to="/ops" search={{ run: each.name }} size="sm">
                  {text(each.title, each.name)}
                </LinkAnchor>
              </List.Item>
            ))}
          </List>
        </>
      )}
    </Alert>
  );
}

function NotYours() {
  const { t } = useSpeech();
  const me = useMe();
  return (
    <Alert color="gray" mb="md" icon={<Icon name="lock" />} title={t('entry.notYours')}>
      {t('entry.notYoursHint', { role: t(`role.${me.role}`) })}
    </Alert>
  );
}

/** A failure that is no matter of a field: no connection, or a refusal of the whole. */
function Failed({ editor, failure }: { editor: EntryEditor; failure: ApiFailure }) {
  const { t } = useSpeech();
  const offline = failure.kind === 'offline';
  return (
    <Alert color={offline ? 'yellow' : 'red'} mb="md" role="alert" icon={<Icon name={offline ? 'offline' : 'alert'} />} title={t(offline ? 'entry.offline' : 'entry.failed')}>
      <Text size="sm">{offline ? t('entry.offlineHint') : currentRow(failure) ? t('entry.movedOn') : failure.message}</Text>
      {offline && (
        <Anchor component="button" type="button" size="sm" onClick={() => void editor.save()}>
          {t('action.retry')}
        </Anchor>
      )}
    </Alert>
  );
}
