import type { ViewAtom } from '../../api/types.gen';
import { useSpeech } from '../../i18n/text';
import { AtomLink } from './AtomLink';
import { Nothing } from './Nothing';
import classes from './ViewList.module.css';
import { Who } from './Who';

/** What each View reads, for whom, and how much of it at a time. */
export function ViewList({ views, narrowed }: { views: ViewAtom[]; narrowed: boolean }) {
  const { t } = useSpeech();
  if (views.length === 0) return <Nothing narrowed={narrowed} what="views" />;
  return (
    <div className={classes['scroll']} tabIndex={0} role="region" aria-label={t('developer.kind.View')}>
      <table className={classes['root']}>
        <thead>
          <tr>
            <th scope="col">{t('developer.one.View')}</th>
            <th scope="col">{t('developer.surface')}</th>
            <th scope="col">{t('developer.reads')}</th>
            <th scope="col">{t('developer.who')}</th>
            <th scope="col">{t('developer.params')}</th>
            <th scope="col">{t('developer.maxRows')}</th>
            <th scope="col">{t('developer.cache')}</th>
          </tr>
        </thead>
        <tbody>
          {views.map((each) => (
            <ViewRow key={each.name} view={each} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ViewRow({ view }: { view: ViewAtom }) {
  const { t, text, number } = useSpeech();
  const params = Object.keys((view.params?.['properties'] ?? {}));
  return (
    <tr>
      <th scope="row">
        <AtomLink id={`View/${view.name}`} bare />
        <div className={classes['dim']}>{text(view.title, view.name)}</div>
      </th>
      <td>{t(`developer.viewSurface.${view.surface}`)}</td>
      <td>
        {view.from === null ? 'SQL' : <AtomLink id={`Schema/${view.from}`} bare />}
        {view.publishedOnly && <div className={classes['dim']}>{t('developer.publishedOnly')}</div>}
      </td>
      <td>
        <Who requires={view.requires} audience={view.surface === 'staff' ? 'staff' : 'anybody'} />
      </td>
      <td className={classes['mono']}>{params.join(', ')}</td>
      <td className={classes['end']}>{number(view.maxRows)}</td>
      <td className={classes['end']}>{view.sharedMaxAge === 0 ? '' : t('developer.seconds', { count: number(view.sharedMaxAge) })}</td>
    </tr>
  );
}
