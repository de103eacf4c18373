import './chart-controls.css';

type ChartControlsProps = {
  readonly zoomIn: () => void;
  readonly zoomOut: () => void;
  readonly showWhole: () => void;
  readonly showInterest: () => void;
  readonly hasLive: boolean;
};

export function ChartControls({ zoomIn, zoomOut, showWhole, showInterest, hasLive }: ChartControlsProps) {
  return (
    <div class="chart-controls">
      {hasLive && (
        <button type="button" onClick={showInterest} title="Current state" aria-label="Show the current state">
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <circle cx="8" cy="8" r="4.5" />
            <path d="M8 1v3M8 12v3M1 8h3M12 8h3" />
          </svg>
        </button>
      )}
      <button type="button" onClick={showWhole} title="Whole chart (0)" aria-label="Show the whole chart">
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="M2 6V2h4M10 2h4v4M14 10v4h-4M6 14H2v-4" />
        </svg>
      </button>
      <button type="button" onClick={zoomOut} title="Smaller (-)" aria-label="Zoom out">
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="M3 8h10" />
        </svg>
      </button>
      <button type="button" onClick={zoomIn} title="Larger (+)" aria-label="Zoom in">
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="M3 8h10M8 3v10" />
        </svg>
      </button>
    </div>
  );
}
