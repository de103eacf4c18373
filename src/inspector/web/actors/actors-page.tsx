import { useTitle } from '../app/use-title.ts';

export function ActorsPage() {
  useTitle('Actors');
  return <h1>Actors</h1>;
}
