import {
  addReportTemplate,
  projectsByTemplate,
  removeReportTemplate,
  TEMPLATE_LIMITS,
  reportTemplates,
} from "@heliograph/contract";
import type { Db } from "../../../platform/db.ts";
import type { Serve } from "../../../platform/http.ts";
import { Problem } from "../../../platform/problem.ts";
import { accessTo, accessToMany } from "../../fleet/index.ts";
import { audit } from "../../identity/index.ts";
import { PRODUCT_TEMPLATES } from "./product-templates.ts";
import {
  deleteTemplate,
  insertTemplate,
  projectsOfTemplate,
  reportsByTemplate,
  templateOf,
  templatesOf,
} from "./template.sql.ts";

const LOOK = { to: "look", noun: "project" } as const;

/** The refusal of a template that is not there, or another account's. */
export const noSuchTemplate = () => new Problem(404, "template.not_found", "No such template");

/** Serves templates of reports. */
export function templateRoutes(serve: Serve, db: Db): void {
  serve(reportTemplates, async ({ query: { project_uid, page, page_size }, session }) => {
    const { account_id } = session;
    const project = project_uid === undefined ? null : await accessTo(db, session, project_uid, LOOK);
    const all = await templatesOf(db, account_id);
    const counts = await reportsByTemplate(db, account_id, project?.project_id ?? null);
    const from = (page - 1) * page_size;
    return {
      items: all.slice(from, from + page_size).map((template) => ({
        ...template,
        blocks: [...template.blocks],
        reports: counts.get(template.template_uid) ?? 0,
      })),
      total_items: all.length,
    };
  });

  serve(
    projectsByTemplate,
    async ({ query: { template_uid, project_uid_list, keyword, page, page_size }, session }) => {
      const { account_id } = session;
      const template = await templateOf(db, account_id, template_uid);
      if (template === undefined) throw noSuchTemplate();
      if (project_uid_list !== undefined) await accessToMany(db, session, project_uid_list, LOOK);
      const found = await projectsOfTemplate(db, account_id, {
        template,
        uids: project_uid_list ?? null,
        keyword,
        limit: page_size,
        offset: (page - 1) * page_size,
      });
      return {
        items: found.map(({ total: _total, ...project }) => project),
        total_items: found[0]?.total ?? 0,
      };
    },
  );

  changeRoutes(serve, db);
}

function changeRoutes(serve: Serve, db: Db): void {
  serve(addReportTemplate, async ({ body: { name, blocks }, session, origin: { address } }) => {
    const { account_id } = session;
    return db.transaction().execute(async (tx) => {
      const own = (await templatesOf(tx, account_id)).length - PRODUCT_TEMPLATES.length;
      if (own >= TEMPLATE_LIMITS.templatesOfAccount) {
        const most = TEMPLATE_LIMITS.templatesOfAccount;
        throw new Problem(409, "template.too_many", `An account has ${most} templates at most`);
      }
      const template_uid = await insertTemplate(tx, account_id, { name, blocks });
      await audit(tx, {
        ...session,
        address,
        action: "report_template.added",
        subject: template_uid,
        after: { name },
      });
      return { message: "The template has been saved", template_uid };
    });
  });

  serve(removeReportTemplate, async ({ query: { template_uid }, session, origin: { address } }) => {
    if (PRODUCT_TEMPLATES.some((one) => one.template_uid === template_uid)) {
      throw new Problem(403, "template.of_product", "A template of the product stays as it is");
    }
    await db.transaction().execute(async (tx) => {
      const name = await deleteTemplate(tx, session.account_id, template_uid);
      if (name === undefined) throw noSuchTemplate();
      await audit(tx, {
        ...session,
        address,
        action: "report_template.removed",
        subject: template_uid,
        before: { name },
      });
    });
    return { message: "Successful delete" };
  });
}
