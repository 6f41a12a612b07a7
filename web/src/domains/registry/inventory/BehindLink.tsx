import type { RecordBehind } from "@heliograph/contract/registry/inventory/record-behind";
import { Link } from "react-router";
import { useBehindAddress } from "../services/service-view.ts";

/** The number of a record, with the way to it where the account may open it. */
export function BehindLink({
  number,
  record,
}: {
  number: string;
  record: Omit<RecordBehind, "statement"> | null;
}) {
  const address = useBehindAddress();
  return record === null ? number : <Link to={address(record)}>{number}</Link>;
}
