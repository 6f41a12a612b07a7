import fc from "fast-check";
import { expect, test } from "vitest";
import { closedBecause } from "../kernel/life-cycle.ts";
import { ticketLife, type TicketAction, type TicketRole } from "./ticket-states.ts";

const actions = Object.keys(ticketLife.actions) as TicketAction[]; // the keys of the table

test("only support can make a ticket answered, and nothing but a reopening leaves closed", () => {
  expect(closedBecause(ticketLife, "answer", { at: "open", role: "member" })).toBe("role");
  expect(closedBecause(ticketLife, "ask", { at: "open", role: "support" })).toBe("role");
  const open = actions.filter(
    (action) => closedBecause(ticketLife, action, { at: "closed", role: "member" }) === undefined,
  );
  expect(open).toEqual(["reopen"]);
});

test("after any history each side can still do something, so that no ticket is stuck", () => {
  const steps = fc.array(
    fc.tuple(fc.constantFrom(...actions), fc.constantFrom<TicketRole>("member", "support")),
    { maxLength: 30 },
  );
  fc.assert(
    fc.property(steps, (history) => {
      let at = ticketLife.states[0] ?? "open";
      for (const [action, role] of history) {
        if (closedBecause(ticketLife, action, { at, role }) === undefined) at = ticketLife.actions[action].to;
      }
      for (const role of ["member", "support"] as const) {
        expect(actions.some((action) => closedBecause(ticketLife, action, { at, role }) === undefined)).toBe(
          true,
        );
      }
    }),
  );
});
