import { account } from './zh-TW/account';
import { article } from './zh-TW/article';
import { developer } from './zh-TW/developer';
import { entry } from './zh-TW/entry';
import { forms } from './zh-TW/forms';
import { home } from './zh-TW/home';
import { lists } from './zh-TW/lists';
import { media } from './zh-TW/media';
import { operations } from './zh-TW/operations';
import { people } from './zh-TW/people';
import { preview } from './zh-TW/preview';
import { prose } from './zh-TW/prose';
import { reasons } from './zh-TW/reasons';
import { releases } from './zh-TW/releases';
import { reports } from './zh-TW/reports';
import { said } from './zh-TW/said';
import { settings } from './zh-TW/settings';
import { shell } from './zh-TW/shell';
import { signIn } from './zh-TW/sign-in';
import { together } from './zh-TW/together';
import { verbs } from './zh-TW/verbs';
import { versions } from './zh-TW/versions';
import type { Messages } from './message';

/** 應用程式的所有繁體中文文字。 */
export const zhTW: Messages = { ...account, ...article, ...developer, ...entry, ...forms, ...home, ...lists, ...media, ...operations, ...people, ...preview, ...prose, ...reasons, ...releases, ...reports, ...said, ...settings, ...shell, ...signIn, ...together, ...verbs, ...versions };
