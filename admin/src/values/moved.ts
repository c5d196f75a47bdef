import type { MovedPart, NextMove, ScheduledMove } from '../api/types.gen';
import type { Speech } from '../i18n/text';
import { listed, localeName } from './names';

/** What a part of a move is called beside the others: its language, or what all languages share; its title where the move is of no article. */
export function movedPartName({ locale, title }: Pick<MovedPart, 'locale' | 'title'>, { parts }: Pick<ScheduledMove, 'parts'>, { t, language }: Speech): string {
  if (locale) return localeName(locale, language);
  return parts.some((each) => each.locale) ? t('article.shared') : title;
}

/** What is moved, part by part, as the reader's language lists it. */
export function movedParts(move: Pick<ScheduledMove, 'parts'>, speech: Speech): string {
  return listed(move.parts.map((each) => movedPartName(each, move, speech)), speech.language);
}

/** What is set for an entry and when, for its status in a list: `Scheduled · Dec 3`. */
export function setFor({ direction, at }: NextMove, { t, language }: Pick<Speech, 't' | 'language'>, now = new Date()): string {
  const then = new Date(at);
  const year = then.getFullYear() === now.getFullYear() ? {} : ({ year: 'numeric' } as const);
  return t(`status.set.${direction}`, { day: then.toLocaleDateString(language, { day: 'numeric', month: 'short', ...year }) });
}
