import { LinkAnchor } from '../../ui/links';
import type { AtomId } from './atoms';

/** The name of an atom, which leads to its manifest. `bare`: without its kind. */
export function AtomLink({ id, bare = false }: { id: AtomId; bare?: boolean }) {
  return (
    <LinkAnchor to="/dev" search={{ tab: 'manifests', atom: id }} ff="monospace" inherit>
      {bare ? id.slice(id.indexOf('/') + 1) : id}
    </LinkAnchor>
  );
}
