import './section-table.css';
import { useState } from 'preact/hooks';
import type { Cell, TableColumn, TableSection } from '../../../../values/inspection/sections.ts';
import { Button } from '../../kit/button.tsx';
import { formatNumber } from '../../kit/format.ts';
import { TableScroll } from '../../kit/table-scroll.tsx';
import { rowsAround } from './rows-around.ts';
import { ShownCell } from './shown-value.tsx';
import type { UnitRepository } from './unit-repository.ts';

const FIRST_SHOWN = 12;

/** Shows a section of an actor's details that is a table. A long table shows only some rows until the user expands it. */
export function SectionTable({ section, repository }: { section: TableSection; repository: UnitRepository }) {
  const [isWhole, setIsWhole] = useState(false);
  const { of, columns, rows, around = 0 } = section;
  const [from, to] = isWhole ? [0, rows.length] : rowsAround(around, rows.length, FIRST_SHOWN);
  return (
    <>
      <TableScroll of={of}>
        <table class="table section-table">
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column.title} scope="col" class={classOf(column)}>
                  {column.title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(from, to).map((cells, index) => (
              <Row key={from + index} cells={cells} columns={columns} repository={repository} />
            ))}
          </tbody>
        </table>
      </TableScroll>
      {to - from < rows.length && (
        <div class="sections-view-more">
          <Button onClick={() => setIsWhole(true)}>
            Show {formatNumber(rows.length)} {of}
          </Button>
        </div>
      )}
    </>
  );
}

function Row({ cells, columns, repository }: { cells: readonly Cell[]; columns: readonly TableColumn[]; repository: UnitRepository }) {
  return (
    <tr>
      {columns.map((column, index) => {
        const shown = <ShownCell cell={cells[index] ?? { lines: [] }} repository={repository} />;
        return column.holds === 'name' ? (
          <th key={column.title} scope="row">
            {shown}
          </th>
        ) : (
          <td key={column.title} class={classOf(column)}>
            {shown}
          </td>
        );
      })}
    </tr>
  );
}

function classOf({ holds }: TableColumn): string {
  if (holds === 'number') return 'table-number';
  return holds === 'prose' ? 'section-table-prose' : '';
}
