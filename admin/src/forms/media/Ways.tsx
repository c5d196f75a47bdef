import { Button, FileButton, Group, Text } from '@mantine/core';

import { useSpeech } from '../../i18n/text';
import type { MediaKind } from '../../media/kinds';
import { Icon } from '../../ui/icons';

interface WaysProps {
  label: string;
  kind: MediaKind;
  several?: boolean;
  /** Something is chosen, and another takes its place. */
  another?: boolean;
  choose: () => void;
  give: (files: File[]) => void;
  children?: React.ReactNode;
}

/** The ways to put a file into a field. */
export function Ways({ label, kind, several = false, another = false, choose, give, children }: WaysProps) {
  const { t } = useSpeech();
  const of = kind === 'image' ? 'Image' : 'File';
  return (
    <Group gap="xs">
      <Button variant="default" size="xs" leftSection={<Icon name="media" size={14} />} onClick={choose} aria-label={`${t(another ? 'forms.media.another' : 'forms.media.choose')}: ${label}`}>
        {t(another ? 'forms.media.another' : 'forms.media.choose')}
      </Button>
      <FileButton multiple={several} accept={acceptOf[kind]} onChange={(given: File | File[] | null) => give(given === null ? [] : [given].flat())}>
        {(props) => (
          <Button {...props} variant="default" size="xs" leftSection={<Icon name="publish" size={14} />} aria-label={`${t('forms.media.upload')}: ${label}`}>
            {t('forms.media.upload')}
          </Button>
        )}
      </FileButton>
      {children}
      {!another && (
        <Text size="xs" c="dimmed">
          {t(`forms.media.drop${of}${several ? 's' : ''}`)}
        </Text>
      )}
    </Group>
  );
}

const acceptOf: Record<MediaKind, string> = { image: 'image/*', video: 'video/*', audio: 'audio/*', file: '', any: '' };
