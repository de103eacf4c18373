import './help-dialog.css';
import { OFFLINE } from '../data/router.ts';
import { Dialog } from '../kit/dialog.tsx';
import { areKeysOn, keysInUse, turnKeys } from '../kit/keys.ts';

/** A dialog that lists the currently active keyboard shortcuts. */
export function HelpDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keys" onClose={onClose}>
      {keysInUse().map(({ title, keys }) => (
        <section key={title} class="help-dialog-part">
          <h3>{title}</h3>
          <dl>
            {keys.map(({ key, what }) => (
              <div key={key}>
                <dt>
                  {key.split(' ').map((each) => (
                    <kbd key={each}>{each}</kbd>
                  ))}
                </dt>
                <dd>{what}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <label class="help-dialog-switch">
        <input type="checkbox" checked={areKeysOn.value} onChange={(event) => turnKeys(event.currentTarget.checked)} />
        Keyboard shortcuts are on (turn them off if you type by voice)
      </label>
      <p class="help-dialog-more">
        All data shown here is also available over HTTP: <a href="/api/docs">the API's documentation</a>, under “operator”.{' '}
        <a href={OFFLINE} onClick={onClose}>
          Open a saved history
        </a>
      </p>
    </Dialog>
  );
}
