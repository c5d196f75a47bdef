import { ActionIcon, Button, Menu } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { deleteRelease, publishRelease, renameRelease, unscheduleRelease } from '../../api/releases';
import type { ReleaseDetail } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { Confirm } from '../../ui/Confirm';
import { Icon } from '../../ui/icons';
import { notifyDone, notifyFailure } from '../../ui/notify';
import { notTakenBack, releaseFailure } from '../../values/reasons';
import { groupsOf, obstaclesOf } from './groups';
import { NameDialog } from './NameDialog';
import { ReleaseTimeDialog } from './ReleaseTimeDialog';

type Asked = 'publish' | 'later' | 'rename' | 'delete' | undefined;

/** What editors can do with a release. */
export function ReleaseActions({ release }: { release: ReleaseDetail }) {
  const speech = useSpeech();
  const { t } = speech;
  const [asked, ask] = useState<Asked>();
  const stale = useStale();
  const close = () => ask(undefined);
  const unschedule = useMutation({ mutationFn: () => unscheduleRelease(release.id), onError: (error) => notifyFailure(speech, notTakenBack(error, speech), t('calendar.notCancelled')), onSettled: stale });
  const waits = release.state !== 'published';
  const ready = release.entries.length > 0;
  return (
    <>
      {waits && (
        <Button leftSection={<Icon name="publish" />} disabled={!ready} onClick={() => ask('publish')}>
          {t('releases.publish')}
        </Button>
      )}
      {waits && (
        <Button variant="default" leftSection={<Icon name="clock" />} disabled={!ready} onClick={() => ask('later')}>
          {t('calendar.schedule')}
        </Button>
      )}
      {release.at !== null && (
        <Button variant="default" loading={unschedule.isPending} onClick={() => unschedule.mutate()}>
          {t(release.state === 'failed' ? 'calendar.dismiss' : 'releases.unschedule')}
        </Button>
      )}
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={t('releases.more')}>
            <Icon name="more" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Icon name="draft" />} onClick={() => ask('rename')}>
            {t('menu.asks', { verb: t('releases.rename') })}
          </Menu.Item>
          <Menu.Item leftSection={<Icon name="trash" />} color="red" onClick={() => ask('delete')}>
            {t('menu.asks', { verb: t('releases.delete') })}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <PublishQuestion release={release} opened={asked === 'publish'} close={close} />
      <DeleteQuestion release={release} opened={asked === 'delete'} close={close} />
      {asked === 'later' && <ReleaseTimeDialog release={release} close={close} />}
      {asked === 'rename' && (
        <NameDialog title={t('releases.rename')} action={t('action.save')} initial={release.name} save={(name) => renameRelease(release.id, name)} saved={close} close={close} />
      )}
    </>
  );
}

/** What else is told otherwise once a release has changed. */
function useStale() {
  const queries = useQueryClient();
  return () => Promise.all(['releases', 'moves', 'entries', 'entry'].map((queryKey) => queries.invalidateQueries({ queryKey: [queryKey] })));
}

interface QuestionProps {
  release: ReleaseDetail;
  opened: boolean;
  close: () => void;
}

/**
 * Publishes what is shown: where an entry is another one by now, nothing goes out. Once it is asked for it goes out whole or
 * is refused, so that the window only closes; what comes of it is told then, too.
 */
function PublishQuestion({ release, opened, close }: QuestionProps) {
  const speech = useSpeech();
  const { t, plural } = speech;
  const refused = obstaclesOf(release);
  const waiting = groupsOf(release.entries.filter((each) => each.waits)).length;
  const publish = useMutation({
    mutationFn: () => publishRelease(release.id, release.entries),
    onSuccess: ({ name }) => {
      notifyDone(speech, t('releases.done', { name }));
      close();
    },
    onError: (error) => !opened && notifyFailure(speech, releaseFailure(error, speech), t('releases.notDone', { name: release.name })),
    onSettled: useStale(),
  });
  return (
    <Confirm
      opened={opened} close={close} title={t('releases.publishOf', { name: release.name })} action={t('releases.publish')} harmless idle={refused > 0}
      go={() => publish.mutate()} pending={publish.isPending} error={releaseFailure(publish.error, speech)}
    >
      {publish.isPending ? (
        <span role="status">
          {plural('releases.goingOut', waiting)} {t('releases.goingOutHint')}
        </span>
      ) : refused > 0 ? (
        `${plural('releases.way', refused)}. ${t('releases.wayHint')}`
      ) : (
        waiting > 0 ? plural('releases.publishHint', waiting) : t('releases.nothingWaits')
      )}
    </Confirm>
  );
}

function DeleteQuestion({ release, opened, close }: QuestionProps) {
  const { t } = useSpeech();
  const navigate = useNavigate();
  const remove = useMutation({ mutationFn: () => deleteRelease(release.id), onSuccess: () => navigate({ to: '/releases' }), onSettled: useStale() });
  return (
    <Confirm opened={opened} close={close} title={t('releases.deleteOf', { name: release.name })} action={t('releases.delete')} go={() => remove.mutate()} pending={remove.isPending} error={remove.error}>
      {t('releases.deleteHint')}
    </Confirm>
  );
}
