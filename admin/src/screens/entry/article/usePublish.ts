import { useMutation, useQueryClient } from '@tanstack/react-query';

import { moveAt, publishTogether } from '../../../api/article';
import type { ArticlePart, NamedEntry } from '../../../api/types.gen';
import { useSpeech } from '../../../i18n/text';
import { listed, localeName } from '../../../values/names';
import { notifyDone } from '../../../ui/notify';
import { zone } from '../../calendar/times';
import { useEndPublishes } from '../times/useEndPublishes';

interface Wish {
  parts: readonly ArticlePart[];
  /** A time of this device; undefined is now. */
  at: string | undefined;
}

interface Publish {
  parent: NamedEntry;
  title: string;
  close: () => void;
  /** Hears of a refusal once what somebody else did meanwhile is known. */
  refused: () => void;
}

/** Publishes parts of an article together, or sets a time for them, and tells of the article. */
export function usePublish({ parent, title, close, refused }: Publish) {
  const speech = useSpeech();
  const { t, language, moment } = speech;
  const queries = useQueryClient();
  const endPublishes = useEndPublishes();
  const { mutate, isPending, error, variables } = useMutation({
    networkMode: 'always',
    mutationFn: async ({ parts, at }: Wish): Promise<void> => {
      if (at === undefined) {
        await publishTogether(parts);
        await endPublishes(parent, parts, true);
      } else await moveAt(parts, { direction: 'publish', at: new Date(at).getTime(), timeZone: zone });
    },
    onSuccess: (_, { parts, at }) => {
      const languages = listed(parts.flatMap(({ locale }) => (locale ? [localeName(locale, language)] : [])), language);
      close();
      if (at !== undefined) notifyDone(speech, t('article.doneLater', { title, time: moment(new Date(at).getTime()), languages: languages || t('article.shared') }));
      else notifyDone(speech, languages === '' ? t('article.doneAlone', { title }) : t('article.done', { title, languages }));
    },
    // A refusal may tell of what somebody else did meanwhile.
    onSettled: async (_, error) => {
      await Promise.all([queries.invalidateQueries({ queryKey: ['entries'] }), queries.invalidateQueries({ queryKey: ['moves'] })]);
      if (error) refused();
    },
  });
  return { publish: (parts: readonly ArticlePart[], at: string | undefined) => mutate({ parts, at }), pending: isPending, error, timed: variables?.at !== undefined };
}
