import { useTitle } from '../app/use-title.ts';

export function TypesPage() {
  useTitle('Types');
  return <h1>Types</h1>;
}
