import { listComments } from "@heliograph/contract/notices/comments/comments";
import { ask } from "../../../platform/api.ts";

/** Comments on a page of their list. */
export const COMMENTS_PER_PAGE = 10;

/** A page of the project's comments, from 1, the newest first. */
export const commentsQuery = (project_uid: string, page: number) =>
  ask(listComments, { query: { project_uid, page, page_size: COMMENTS_PER_PAGE } });
