import type { texts as vietnamese } from "./vi.ts";

export const texts: Record<keyof typeof vietnamese, string> = {
  "support.contacts": "Contacts",
  "support.noContacts": "No contacts are named here.",
  "support.noContactsWrite": "Send us a message.",
  "support.hotline": "Hotline",
  "support.hours": "Hours",
  "support.write": "Send a message",
  "support.subject": "Subject",
  "support.message": "Message",
  "support.subjectMissing": "Please enter a subject",
  "support.messageMissing": "Please enter a message",
  "support.sent": "Your message has been sent",
  "ticket.title": "Messages to support",
  "ticket.none": "No messages yet",
  "ticket.messages": "Messages: {n}",
  "ticket.open": "Open",
  "ticket.answered": "Answered",
  "ticket.closed": "Closed",
  "ticket.gone": "Account removed",
  "ticket.reply": "Reply",
  "ticket.send": "Send",
  "ticket.close": "Close ticket",
  "ticket.reopen": "Open again",
  "ticket.isClosed": "This ticket is closed.",
  "This ticket is closed": "This ticket is closed",
  "This ticket is not closed": "This ticket is not closed",
  "There are too many; close what is done or go on in another ticket":
    "There are too many; close what is done or go on in another ticket",
  "No such ticket": "No such ticket",
  "support.app": "Mobile app",
  "support.faq": "Frequent questions",
  "faq.offline": "Why is a plant shown as Offline or Sleeping?",
  "faq.offline.answer":
    "A plant is offline when none of its gateways has sent anything for three of its sending intervals, and never sooner than after a minute. At night it is shown as Sleeping: while the sun is down, or in the hours set in Project settings. If it is offline by day, check the gateway's power and network; what the gateway has kept is sent later and fills the gap.",
  "faq.missing": "Why does a value show “–”?",
  "faq.missing.answer":
    "“–” means that the value is not known; it does not mean zero. The device has not reported it, or something needed to compute it is missing. It appears by itself once the data has arrived.",
  "faq.corrected": "Why did the energy of a past day change?",
  "faq.corrected.answer":
    "Energy is always computed from the counters of the devices. When a gateway sends what it kept while it was offline, the whole day is computed again, so that the totals agree with the counters.",
  "faq.source": "Meter or inverter: which figure counts?",
  "faq.source.answer":
    "A project with production meters is counted by them, any other by its inverters. The two differ a little: by losses in the cables and by the accuracy of the inverters' own measurement.",
  "faq.ratio": "Why has a day no performance ratio?",
  "faq.ratio.answer":
    "It takes a radiation sensor and a day that is known almost whole: usually 90 % of the daylight, and an insolation of at least 500 Wh/m². Owners and managers see and change these limits in Project settings › Guarantee and simulation.",
  "faq.savings": "How are savings computed?",
  "faq.savings.answer":
    "What is used on site counts at the price of its time, and what is exported at the price of exports. Prices and their hours are set in Project settings › Energy price; until then the average retail price is used.",
  "faq.co2": "Where do the CO2 factors come from?",
  "faq.co2.answer":
    "From the published emission factor of the grid for the year of production, or of the latest year before it. The page Environmental impact lists each factor with its source.",
  "faq.zone": "In which time zone are days and times?",
  "faq.zone.answer":
    "Charts, days and months are those of the project's time zone, wherever you are. Times of messages and files are those of your device.",
  "faq.export": "How do I get the figures as a file?",
  "faq.export.answer":
    "Charts and tables have a button that exports CSV; charts also save as a PNG picture and can be read as a table. Statistics exports the range that you have chosen.",
  "faq.warranty": "Where do warranty dates come from?",
  "faq.warranty.answer":
    "A gateway tells them together with its devices. Devices with fewer than 90 days left are marked as ending soon; Not known means that the gateway has told no date.",
  "faq.roles": "Who may change a project?",
  "faq.roles.answer":
    "Owners and managers change settings, upload files and write to support. Read-only members see every figure and change nothing. Only owners decide who has access.",
};
