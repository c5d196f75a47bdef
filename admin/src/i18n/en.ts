import { account } from './en/account';
import { article } from './en/article';
import { developer } from './en/developer';
import { entry } from './en/entry';
import { forms } from './en/forms';
import { home } from './en/home';
import { lists } from './en/lists';
import { media } from './en/media';
import { operations } from './en/operations';
import { people } from './en/people';
import { preview } from './en/preview';
import { prose } from './en/prose';
import { reasons } from './en/reasons';
import { releases } from './en/releases';
import { reports } from './en/reports';
import { said } from './en/said';
import { settings } from './en/settings';
import { shell } from './en/shell';
import { signIn } from './en/sign-in';
import { together } from './en/together';
import { verbs } from './en/verbs';
import { versions } from './en/versions';

/**
 * Every text of the application in English, a file a part of it. Names in braces are filled in. A key that ends in `.one` has
 * a brother in `.other`: `plural` chooses by the number, which both name as {count}.
 */
export const en = { ...account, ...article, ...developer, ...entry, ...forms, ...home, ...lists, ...media, ...operations, ...people, ...preview, ...prose, ...reasons, ...releases, ...reports, ...said, ...settings, ...shell, ...signIn, ...together, ...verbs, ...versions } as const;
