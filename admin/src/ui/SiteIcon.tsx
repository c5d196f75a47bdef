import { useComputedColorScheme } from '@mantine/core';

import type { Icon } from '../api/types.gen';
import classes from './SiteIcon.module.css';

/** The site's own icon, in the scheme that is shown where it has one for each. */
export function SiteIcon({ icons, size }: { icons: readonly Icon[]; size: number }) {
  const scheme = useComputedColorScheme();
  const icon = icons.find((each) => each.theme === scheme) ?? icons.find((each) => !each.theme) ?? icons[0];
  return <img src={icon?.src ?? '/_service/admin/favicon.svg'} alt="" width={size} height={size} className={classes['icon']} />;
}
