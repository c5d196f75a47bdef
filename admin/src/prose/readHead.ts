import { readLinkedPage } from '../api/linkedPage';
import type { PageHead } from '../api/types.gen';
import type { Speech } from '../i18n/text';
import { notifyFailure } from '../ui/notify';
import { hostOf } from './cards';

/** What the page at an address says of itself; undefined where it says nothing, which is told. */
export async function readHead(speech: Speech, href: string): Promise<PageHead | undefined> {
  const title = speech.t('prose.cardUnread', { host: hostOf(href) });
  try {
    const head = await readLinkedPage(href);
    if (!head) notifyFailure(speech, speech.t('prose.cardUnreadWhy'), title);
    return head ?? undefined;
  } catch (error) {
    notifyFailure(speech, error, title);
    return undefined;
  }
}
