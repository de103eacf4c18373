import './node-table.css';
import type { NodeNote } from '../../../../values/inspection/overview.ts';
import { canAct } from '../../data/session.ts';
import { Badge } from '../../kit/badge.tsx';
import { formatNumber } from '../../kit/format.ts';
import { Panel } from '../../kit/panel.tsx';
import { TableScroll } from '../../kit/table-scroll.tsx';
import { Time } from '../../kit/time.tsx';
import { DrainButton } from '../acting/drain-button.tsx';

/** Milliseconds after a node's last report from which the node is shown as silent, because it may have stopped. */
const SILENT_AFTER_MS = 60_000;

type NodeTableProps = { readonly nodes: readonly NodeNote[]; readonly nowMs: number; readonly onChange: () => void };

export function NodeTable({ nodes, nowMs, onChange }: NodeTableProps) {
  return (
    <Panel title="Nodes" isFlush>
      <TableScroll of="nodes">
        <table class="table node-table">
          <thead>
            <tr>
              <th scope="col">Node</th>
              <th scope="col">State</th>
              <th scope="col">Last tick</th>
              <th scope="col" class="table-number">
                Actors in memory
              </th>
              <th scope="col" class="table-number">
                Effects
              </th>
              <th scope="col">Shards</th>
              <th scope="col">Up since</th>
              {canAct() && (
                <th scope="col" class="node-table-act">
                  <span class="visually-hidden">Actions</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {nodes.map((node) => (
              <tr key={node.nodeId}>
                <th scope="row">
                  {node.nodeId} {node.isThis && <Badge>this one</Badge>}
                  {node.host !== null && <span class="node-table-host">on {node.host}</span>}
                </th>
                <td>
                  <NodeState node={node} nowMs={nowMs} />
                </td>
                <td data-label="Last tick">{node.lastTickAtMs === null ? 'none' : <Time atMs={node.lastTickAtMs} />}</td>
                <td class="table-number" data-label="Actors in memory">
                  {formatNumber(node.residents)}
                </td>
                <td class="table-number" data-label="Effects">
                  {formatNumber(node.effectsRunning)}
                </td>
                <td class="number" data-label="Shards">
                  {node.groups.join(' and ')}
                </td>
                <td data-label="Up since">
                  <Time atMs={node.startedAtMs} />
                </td>
                {canAct() && (
                  <td class="node-table-act">
                    <DrainButton
                      nodeId={node.nodeId}
                      isThis={node.isThis}
                      isDraining={node.isDraining}
                      hasOthers={nodes.length > 1}
                      onDone={onChange}
                    />
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
    </Panel>
  );
}

function NodeState({ node: { isDraining, isThis, seenAtMs }, nowMs }: { node: NodeNote; nowMs: number }) {
  if (isDraining) return <Badge tone="warn">draining</Badge>;
  if (!isThis && nowMs - seenAtMs > SILENT_AFTER_MS) {
    return (
      <>
        <Badge tone="bad">silent</Badge> since <Time atMs={seenAtMs} />
      </>
    );
  }
  return <Badge tone="ok">serving</Badge>;
}
