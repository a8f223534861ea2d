import Messages

extension Operation {
    static let accounts: [Operation] = [
        Operation(
            "GET /v1/setup", .accounts, "Whether the first account is still to be made.",
            responses: [200: .json(AccountRoutes.Setup.self)]),
        Operation(
            "POST /v1/accounts", .accounts, "Makes the first account with the code of the set-up link, and signs in.",
            request: .json(
                AccountRoutes.NewAccount.self,
                limits: [
                    "name": ["minLength": 1, "maxLength": 64], "password": ["minLength": 10],
                    "country": ["maxLength": 2],
                ]),
            responses: [201: .json(Account.self)],
            errors: [403: "A wrong code, or there are accounts.", 409: "The name is taken."]),
        Operation(
            "POST /v1/sessions", .accounts, "Signs in; sets the session's cookie.",
            request: .json(SessionRoutes.NewSession.self), responses: [201: .json(Account.self)],
            errors: [401: "The code of the second factor is needed.", 403: "A wrong name, password or code."]),
        Operation(
            "GET /v1/sessions", .accounts, "The person's sessions, newest first.",
            responses: [200: .json([SessionRoutes.Session].self)]),
        Operation(
            "DELETE /v1/sessions", .accounts, "Ends all sessions.",
            query: [.flag("current", "`false` keeps the session of this request.")], responses: [204: nil]),
        Operation("DELETE /v1/sessions/current", .accounts, "Signs out.", responses: [204: nil]),
        Operation("DELETE /v1/sessions/{id}", .accounts, "Ends one session.", responses: [204: nil]),
        Operation(
            "POST /v1/sessions/current/confirm", .accounts,
            "Checks the password once more; without a password, asks whether it was checked within 15 minutes.",
            request: .json(ConfirmRoute.Confirmation.self), responses: [204: nil]),
        Operation(
            "PUT /v1/password", .accounts, "Changes the password and ends the other sessions.",
            request: .json(SessionRoutes.NewPassword.self, limits: ["new": ["minLength": 10]]), responses: [204: nil]),
        Operation(
            "GET /v1/second-factor", .accounts, "Whether the second factor is on.",
            responses: [200: .json(SecondFactors.Status.self)]),
        Operation(
            "POST /v1/second-factor", .accounts, "Begins to set up the second factor.",
            request: .json(SecondFactorRoutes.Password.self), responses: [201: .json(SecondFactorRoutes.Begun.self)],
            errors: [409: "It is on already."]),
        Operation(
            "POST /v1/second-factor/confirm", .accounts, "Turns the second factor on; shows the recovery codes once.",
            request: .json(SecondFactorRoutes.Code.self), responses: [200: .json(SecondFactorRoutes.Enabled.self)],
            errors: [404: "It was not begun.", 409: "It is on already."]),
        Operation(
            "POST /v1/second-factor/disable", .accounts, "Turns the second factor off.",
            request: .json(SecondFactorRoutes.Password.self), responses: [204: nil]),
        Operation("GET /v1/me", .accounts, "The person's account.", responses: [200: .json(Account.self)]),
        Operation(
            "GET /v1/profile", .accounts,
            "The person's settings, and their body profile as `body`; without its numbers while these are away.",
            responses: [200: .json(WholeProfile.self)]),
        Operation(
            "PUT /v1/profile", .accounts,
            """
            Replaces the settings, and the body profile if `body` is given; `fields` names every wrong field of it. With \
            `numbersHidden`, and while numbers are away, weight, target weight and body fat that `body` lacks stay.
            """,
            request: .json(
                WholeProfile.self,
                limits: [
                    "timeZones": ["minItems": 1, "maxItems": 1000], "country": ["maxLength": 2],
                    "sourceOrder": ["maxItems": 100],
                ]),
            responses: [200: .json(WholeProfile.self)],
            errors: [409: "`revision` or `body.revision` is not the stored one."], takesKey: true),
        Operation(
            "PUT /auth/profile", .accounts,
            "Sets the weight alone, in kilograms: the address of the source specification for a part of `PUT /v1/profile`.",
            request: .json(
                AccountRoutes.StatedWeight.self, limits: ["currentWeight": ["minimum": 30, "maximum": 300]]),
            responses: [200: .json(WholeProfile.self)], errors: [409: "The profile changed meanwhile."], takesKey: true),
        Operation(
            "GET /v1/tokens", .accounts, "The person's device tokens, oldest first.",
            responses: [200: .json([DeviceToken].self)]),
        Operation(
            "POST /v1/tokens", .accounts, "Makes a device token, with the scope `ingest` unless others are given.",
            request: .json(TokenRoutes.NewToken.self, limits: ["label": ["minLength": 1, "maxLength": 64]]),
            responses: [201: .json(TokenRoutes.Made.self)],
            errors: [409: "A device of this name has a token, or there are 100 tokens."]),
        Operation(
            "DELETE /v1/tokens/{id}", .accounts, "Revokes a device token; succeeds too where there is none.",
            responses: [204: nil]),
        Operation(
            "GET /v1/security-record", .accounts, "What happened to the account, newest first.",
            query: [.number("limit", 1...1000, "Most entries, 100 by default.")],
            responses: [200: .json([SecurityEntry].self)]),
        Operation(
            "GET /v1/export", .accounts, "Everything about the person in open formats.",
            responses: [200: .file("application/zip")], errors: [503: "A service is down: nothing is sent."]),
        Operation(
            "POST /v1/erase", .accounts, "Erases the person; repeats until every service has answered.",
            responses: [202: .json(EraseReport.self)]),
        Operation(
            "GET /v1/installation", .accounts,
            "How keys and data of this installation are kept, what runs, and which processes ended by themselves.",
            responses: [200: .json(InstallationRoutes.Installation.self)]),
        Operation(
            "DELETE /v1/installation/ends", .accounts, "Forgets the processes that ended by themselves.",
            responses: [204: nil]),
        Operation(
            "GET /v1/inference", .accounts, "Which models can be used: sentence, language, transcription, cloud.",
            responses: [200: .json([ModelStatus].self)]),
    ]
}
