import type { Statistics } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import classes from './BarChart.module.css';
import { barsOf, made, momentsOf, most } from './buckets';

/**
 * How many entries were made, a bar a bucket. It is one picture with a name for whoever hears the page; Numbers has
 * each value.
 */
export function BarChart({ title, statistics }: { title: string; statistics: Statistics }) {
  const { t, plural, number, moment, language } = useSpeech();
  const { buckets, from, to, bucketMs } = statistics;
  const moments = momentsOf(language, bucketMs);
  const bars = barsOf(buckets.map(({ count }) => count));
  const highest = most(statistics);
  const name = t('home.chart', {
    collection: title, made: plural('home.made', made(statistics)), from: moment(from), to: moment(to), most: number(highest),
  });
  return (
    <figure className={classes['root']} role="img" aria-label={name}>
      <div className={classes['plot']}>
        {highest > 1 && <span className={classes['most']}>{number(highest)}</span>}
        <svg className={classes['bars']} width="100%" height="100%">
          {bars.map(({ x, width, height }, i) => {
            const bucket = buckets[i];
            return (
              <g key={x} className={classes['bucket']}>
                <title>{bucket && `${moments.format(bucket.start)}: ${plural('home.made', bucket.count)}`}</title>
                <rect className={classes['hitArea']} x={`${(100 / bars.length) * i}%`} width={`${100 / bars.length}%`} height="100%" />
                <rect className={classes['bar']} x={`${x}%`} width={`${width}%`} y={`${100 - height}%`} height={`${height}%`} rx={1.5} />
              </g>
            );
          })}
        </svg>
      </div>
      <div className={classes['axis']}>
        <span>{moments.format(from)}</span>
        <span>{moments.format(buckets.at(-1)?.start ?? to)}</span>
      </div>
    </figure>
  );
}
